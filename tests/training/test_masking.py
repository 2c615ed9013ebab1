"""The distribution over legal actions, against torch's own softmax of the legal scores."""

import numpy as np
import pytest
import torch

from ludarium_training.masking import assess, draw, draw_best


def rows(n=600, actions=9, seed=0):
    chance = torch.Generator().manual_seed(seed)
    logits = 3 * torch.randn(n, actions, generator=chance)
    masks = (torch.rand(n, actions, generator=chance) < 0.5).to(torch.int8)
    masks[:, 4] = 1
    chosen = torch.multinomial(masks.float(), 1, generator=chance)[:, 0]
    return logits.requires_grad_(), masks, chosen


def by_definition(logits, masks, actions):
    """The same in torch: illegal actions have a score so low that their probability is zero."""
    log_probs = torch.log_softmax(torch.where(masks == 1, logits, -1e9), 1)
    return log_probs.gather(1, actions[:, None])[:, 0], -(log_probs.exp() * log_probs).sum(1)


@pytest.fixture(params=[1, 2])
def threads(request):
    before = torch.get_num_threads()
    torch.set_num_threads(request.param)
    yield request.param
    torch.set_num_threads(before)


def test_log_probabilities_entropies_and_their_gradients(threads):
    logits, masks, actions = rows()
    weights = torch.linspace(-2, 3, len(logits))
    gradients, said = [], []
    for function in assess, by_definition:
        log_probs, entropies = function(logits, masks, actions)
        (weights * log_probs + weights.flip(0) * entropies).sum().backward()
        gradients.append(logits.grad)
        said.append((log_probs.detach(), entropies.detach()))
        logits.grad = None
    torch.testing.assert_close(said[0], said[1], atol=1e-5, rtol=1e-5)
    torch.testing.assert_close(*gradients, atol=1e-5, rtol=1e-4)
    assert (gradients[0][masks == 0] == 0).all()


def test_scores_of_illegal_actions_do_not_count():
    logits, masks, actions = rows()
    wild = torch.where(masks == 1, logits.detach(), torch.tensor(torch.nan))
    for one, other in zip(assess(logits, masks, actions), assess(wild, masks, actions), strict=True):
        assert torch.equal(one, other)


def test_a_single_legal_action_is_certain():
    log_probs, entropies = assess(
        torch.tensor([[5.0, -80.0, 7.0]]), torch.tensor([[0, 1, 0]], dtype=torch.int8), torch.tensor([1])
    )
    assert log_probs.item() == 0 and entropies.item() == 0


def test_draws_follow_the_distribution_and_the_mask(threads):
    n = 10_000
    logits = np.tile(np.log(np.array([0.2, 5.0, 1.2, 0.6], np.float32)), (n, 1))
    masks = np.tile(np.array([1, 0, 1, 1], np.int8), (n, 1))
    actions, log_probs = np.full(n, -1), np.zeros(n, np.float32)
    draw(logits, masks, (np.arange(n) + 0.5) / n, actions, log_probs)
    wanted = np.array([0.1, 0.0, 0.6, 0.3])
    assert np.bincount(actions, minlength=4) == pytest.approx(n * wanted, abs=2)
    assert np.exp(log_probs) == pytest.approx(wanted[actions], rel=1e-5)


def test_rounding_never_leaves_a_row_without_an_action():
    actions, log_probs = np.full(1, -1), np.zeros(1, np.float32)
    draw(np.zeros((1, 3), np.float32), np.array([[1, 1, 0]], np.int8), np.array([1.0]), actions, log_probs)
    assert actions[0] == 1


def test_the_best_is_the_first_among_legal_equals():
    actions = np.full(1, -1)
    draw_best(np.array([[9.0, 2.0, 3.0, 3.0]], np.float32), np.array([[0, 1, 1, 1]], np.int8), actions)
    assert actions[0] == 2
