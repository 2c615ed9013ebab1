"""A short soak: random lock-step play of every variant with all invariants after every sweep (`make soak` goes on)."""

import pytest

from ludarium.engine.batch import Batch
from ludarium.registry import GAMES, load
from tests import soak
from tests.invariants import CHECKS


def test_invariants_hold_after_every_decision(variant):
    played, episodes, _ = soak.soak_variant(variant, 200_000, seed=5, size=64)
    assert played >= 200_000
    assert episodes > 0


SPOILED = {
    "dice_matrix": [("scores", 1), ("matrix", 1), ("areas", 1)],
    "tablero": [("reserve", 1), ("heights", 1)],
    "matrio": [("scores", 1), ("values", 1), ("held", -1)],
    "dicefest": [("collection", 1), ("at", 1), ("occupied", 1)],
}


@pytest.mark.parametrize(("game", "field", "change"), [(g, *case) for g in GAMES for case in SPOILED[g]])
def test_the_invariants_notice_a_spoiled_state(game, field, change):
    batch = Batch(load(game), 2, {})
    batch.seed(1)
    batch.begin()
    for _ in range(10):
        batch.step(batch.masks.argmax(axis=1))
    CHECKS[game](batch.states)
    spoiled = batch.states.copy()
    if spoiled[field].ndim == 1:
        spoiled[field][1] ^= change
    else:
        spoiled[field][1].reshape(-1)[0] += change
    with pytest.raises(AssertionError, match="slot 1"):
        CHECKS[game](spoiled)
