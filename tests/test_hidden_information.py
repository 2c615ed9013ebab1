"""No observation of MatriO depends on cards its observer cannot see: deal them anew, and not one bit may change."""

import random

import pytest

from ludarium import matrio_v0
from tests.play import over, random_play

TWO_OF_CLUBS = 1


def permuted(position, observer, rng):
    """The same position with all cards the observer cannot see dealt anew among the hands that hold them.

    The 2 of clubs stays with the starter until it is played: whoever starts is publicly known to have been dealt it.
    """
    hands = position["hands"]
    others = [seat for seat in range(4) if seat != observer]
    kept = {seat: [card for card in hands[seat] if card == TWO_OF_CLUBS] for seat in others}
    unseen = [card for seat in others for card in hands[seat] if card != TWO_OF_CLUBS]
    rng.shuffle(unseen)
    dealt = list(hands)
    for seat in others:
        count = len(hands[seat]) - len(kept[seat])
        dealt[seat] = sorted(kept[seat] + unseen[:count])
        unseen = unseen[count:]
    return position | {"hands": dealt}


@pytest.mark.parametrize("options", [{}, {"opening": "two_of_clubs"}])
def test_no_bit_of_an_observation_depends_on_hidden_cards(options):
    env, other = matrio_v0.raw_env(**options), matrio_v0.raw_env(**options)
    rng = random.Random(0)
    changed = 0
    for seed in range(8):
        env.reset(seed=seed)
        for _ in random_play(env, seed):
            if over(env):
                break
            position = env.position()
            for observer in range(4):
                dealt = permuted(position, observer, rng)
                changed += dealt != position
                other.reset(options={"position": dealt})
                agent = f"player_{observer}"
                assert other.observe(agent)["observation"].tobytes() == env.observe(agent)["observation"].tobytes()
                if agent == env.agent_selection:
                    assert other.observe(agent)["action_mask"].tobytes() == env.observe(agent)["action_mask"].tobytes()
    assert changed > 500, "the permutations must really change something"


def test_the_terminal_observation_hides_set_aside_cards():
    """At the end withdrawn players may hold cards, which stay unseen: exchange two of them, and nobody else notices."""
    env = matrio_v0.raw_env()
    checked = 0
    for seed in range(40):
        env.reset(seed=seed)
        for _ in random_play(env, seed):
            pass
        a, b, *_ = [*(seat for seat in range(4) if env.position()["hands"][seat]), None, None]
        if b is None:
            continue
        checked += 1
        others = [f"player_{seat}" for seat in range(4) if seat not in (a, b)]
        before = [env.observe(agent)["observation"].tobytes() for agent in others]
        hands = env._batch.states[0]["cards"].reshape(4, 13)
        hands[a, 0], hands[b, 0] = hands[b, 0], hands[a, 0]
        assert [env.observe(agent)["observation"].tobytes() for agent in others] == before
    assert checked > 0, "no game ended with two withdrawn players"
