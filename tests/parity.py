"""Whole games of an environment against the slow reference: positions, legal actions, rewards and ends must agree."""

import importlib
import random
from collections import Counter

from tests.play import legal_actions
from tests.reference import generator
from tests.tables import CLASSES


def reference_for(env, seed):
    """The reference at the same start as an environment that was just reset with this seed, and with the same luck."""
    game = env.game.name
    options = env.options
    if options.get("first_player") == "random":
        position = env.position()
        options = options | {"first_player": position.get("starter", position["to_move"])}
    module = importlib.import_module(f"tests.reference.{game}")
    reference = None
    rolls = Counter()

    def roll():
        """Roll number k of a game depends on the seed, the game's number in the series and k alone."""
        number = reference.game if reference else 0
        bits = generator.word(generator.key_of(seed), number, rolls[number])
        rolls[number] += 1
        a, b = divmod(generator.below(bits, 36), 6)
        return a + 1, b + 1

    luck = {  # set-ups are taken from the environment, which moves first
        "dice_matrix": lambda: {key: env.position()[key] for key in ("matrix", "spare")},
        "tablero": roll,
        "matrio": lambda: env.position()["hands"],
        "dicefest": lambda: [[die["top"] for die in dice] for dice in env.position()["dice"]],
    }[game]
    reference = getattr(module, CLASSES[game])(options, chance=luck)
    return reference, module


def compare(env, reference):
    assert env.position() == reference.position()
    ended = bool(reference.terminated), bool(reference.truncated)
    assert {(env.terminations[a], env.truncations[a]) for a in env.agents} == {ended}
    if any(ended):
        assert [round(env.rewards[a], 9) for a in env.possible_agents] == [round(r, 9) for r in reference.rewards()]
    else:
        assert set(env.rewards.values()) == {0}
        assert legal_actions(env) == reference.legal()
        assert env.agent_selection == f"player_{reference.position()['to_move']}"


def play_against_reference(env, seed):
    """One game in which every seat plays in a style of its own; returns the number of decisions."""
    env.reset(seed=seed)
    reference, module = reference_for(env, seed)
    return play_on(env, reference, module, random.Random(seed))


def play_on(env, reference, module, rng):
    """Plays to the end from where both are, comparing after every action."""
    styles = {agent: rng.choice(list(module.STYLES.values())) for agent in env.possible_agents}
    compare(env, reference)
    decisions = 0
    while not (reference.terminated or reference.truncated):
        action = styles[env.agent_selection](reference, rng)
        env.step(action)
        reference.step(action)
        compare(env, reference)
        module.check_invariants(reference)
        decisions += 1
    return decisions
