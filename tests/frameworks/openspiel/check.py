"""OpenSpiel's own checks on the four games, the same games as in the environments, and its algorithms on them."""

import copy
import pickle
import random
from itertools import islice

import numpy as np
import pyspiel
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import evaluate_bots, generate_playthrough, ismcts, mcts, random_agent
from open_spiel.python.bots import uniform_random
from open_spiel.python.observation import make_observation

import ludarium.openspiel  # noqa: F401 (registers the games)
from ludarium.aec import make_raw_env
from ludarium.dicefest.rules import START_NUMBERS
from ludarium.errors import IllegalAction

VARIANTS = {
    "tablero": [
        {},
        {"first_player": 1, "reward": "margin"},
        {"games": 3, "reward": "margin"},
        {"games": 2, "max_turns": 12},
        {"max_turns": 1},
    ],
    "dice_matrix": [{}, {"first_player": 1, "hidden_scores": True}, {"games": 2, "reward": "margin"}],
    "matrio": [{}, {"opening": "two_of_clubs", "reward": "margin"}],
    "dicefest": [
        {"max_turns": 300},
        {"players": 3, "first_player": 2, "max_turns": 90},
        {"players": 4, "reward": "margin", "max_turns": 1},
    ],
}


def sample_chance(state, rng):
    while state.is_chance_node():
        outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
        assert abs(sum(probabilities) - 1) < 1e-9 and list(outcomes) == sorted(outcomes)
        state.apply_action(rng.choices(outcomes, probabilities)[0])


def play(game, rng):
    """Random legal play; yields the state at every decision and the action that is played next."""
    state = game.new_initial_state()
    sample_chance(state, rng)
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        yield state, action
        state.apply_action(action)
        sample_chance(state, rng)


def same_as_environment(game, options, rng):
    """At every decision the environment in the same position shows every seat the same, and the last step pays it."""
    env = make_raw_env(game.tabletop.name, **options)
    observers = [make_observation(game) for _ in range(game.num_players())]
    for state, action in play(game, rng):
        env.reset(options={"position": game.tabletop.write_position(state.record[0])})
        assert env.agent_selection == f"player_{state.current_player()}"
        for seat, (agent, observer) in enumerate(zip(env.possible_agents, observers, strict=True)):
            seen = env.observe(agent)
            observer.set_from(state, seat)
            assert np.array_equal(seen["observation"], observer.tensor)
            assert state.observation_tensor(seat) == observer.tensor.tolist()
            if seat == state.current_player():
                assert seen["action_mask"].tolist() == state.legal_actions_mask(seat)
        after = state.child(action)
        if after.is_terminal():
            env.step(action)
            assert list(env.rewards.values()) == after.returns() == after.rewards()


def outcomes_of(name, position):
    """The chance outcomes that lead to the first position of an environment."""
    if name == "tablero":
        a, b = position["dice"]
        return [[(i, j) for i in range(1, 7) for j in range(i, 7)].index((a, b))]
    if name == "dice_matrix":
        return [6 * colour + face - 1 for row in position["matrix"] for colour, face in row]
    if name == "matrio":
        return [card for hand in position["hands"] for card in hand]
    numbers = [[die["top"] for die in dice] for dice in position["dice"]]
    return [START_NUMBERS.tolist().index(n) for n in numbers]


def same_set_ups(game, options):
    """Whatever set-up an environment draws can be reached, and gives the same position."""
    env = make_raw_env(game.tabletop.name, **options)
    for seed in range(20):
        env.reset(seed=seed)
        state = game.new_initial_state()
        for outcome in outcomes_of(game.tabletop.name, env.position()):
            state.apply_action(outcome)
        assert game.tabletop.write_position(state.record[0]) == env.position()
        seat = state.current_player()
        assert np.array_equal(state.observation_tensor(seat), env.observe(f"player_{seat}")["observation"])


def copies(game, rng):
    """Clones, copies and pickles are the same state and independent of it."""
    for number, (state, action) in enumerate(play(game, rng)):
        if number % 20 == 3:
            before = str(state)
            for twin in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
                assert str(twin) == before and twin.history() == state.history()
                twin.apply_action(action)
                assert str(state) == before and str(twin) == str(state.child(action))


def illegal_actions(game, rng):
    state, _ = next(play(game, rng))
    before = str(state), state.history()
    for action in (-2, game.num_distinct_actions(), state.legal_actions_mask().index(0)):
        try:
            state.apply_action(action)
        except IllegalAction:
            assert (str(state), state.history()) == before
        else:
            raise AssertionError(f"{action} was accepted")


def reinforcement_learning_environment(game):
    """OpenSpiel's environment with its random agents; the rewards of all seats arrive with the last step."""
    env = rl_environment.Environment(game, enable_legality_check=True)
    agents = [random_agent.RandomAgent(seat, game.num_distinct_actions()) for seat in range(game.num_players())]
    step = env.reset()
    while not step.last():
        step = env.step([agents[step.current_player()].step(step).action])
    assert step.rewards == env.get_state.returns() and abs(sum(step.rewards)) < 1e-9


def search(game):
    """A few moves of OpenSpiel's tree search: MCTS, or with hidden information IS-MCTS."""
    rng = np.random.RandomState(0)
    evaluator = mcts.RandomRolloutEvaluator(1, rng)
    if game.perfect:
        bot = mcts.MCTSBot(game, 1.4, 10, evaluator, random_state=rng)
    else:
        bot = ismcts.ISMCTSBot(game, evaluator, 1.4, 10, random_state=rng)
    for state, _ in islice(play(game, random.Random(0)), 5):
        assert bot.step(state) in state.legal_actions()


def hidden_information(rng):
    """In MatriO, a state sampled from what a player knows looks the same to that player; the other hands differ."""
    game = pyspiel.load_game("ludarium_matrio")
    differ = 0
    for state, _ in play(game, rng):
        for player in range(4):
            twin = state.resample_from_infostate(player, rng.random)
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.observation_tensor(player) == state.observation_tensor(player)
            differ += str(twin) != str(state)
    assert differ > 100


def main():
    rng = random.Random(0)
    for name, variants in VARIANTS.items():
        for options in variants:
            game = pyspiel.load_game(f"ludarium_{name}", options)
            assert pyspiel.load_game(str(game)).get_parameters() == game.get_parameters()
            pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
            same_as_environment(game, options, rng)
            same_set_ups(game, options)
            copies(game, rng)
            illegal_actions(game, rng)
            reinforcement_learning_environment(game)
            search(game)
            bots = [
                uniform_random.UniformRandomBot(seat, np.random.RandomState(0)) for seat in range(game.num_players())
            ]
            evaluate_bots.evaluate_bots(game.new_initial_state(), bots, np.random.RandomState(0))
            print(
                f"openspiel: {game}: random_sim_test, same as the environment, copies, rl_environment, search",
                flush=True,
            )
        lines = generate_playthrough.playthrough(f"ludarium_{name}", None, seed=0).splitlines()
        print(f"openspiel: {name}: playthrough of {len(lines)} lines")
    hidden_information(rng)
    print("openspiel: matrio: resampled states keep what the player knows")


if __name__ == "__main__":
    main()
