"""Evaluation: paired games in all seats, exact bookkeeping, games that can be played again."""

import json

import numpy as np
import pytest

from ludarium.agents import Agent, make_agent
from ludarium.arena import Match, evaluate, read_games, replay
from ludarium.arena.evaluation import interval
from ludarium.errors import BadOption, BadRecord, IllegalAction
from ludarium.registry import GAMES, load
from ludarium_training.cli import main
from tests.variants import ALL, NAMES


@pytest.mark.parametrize(("name", "options"), ALL, ids=NAMES)
@pytest.mark.parametrize("spec", ["random", "greedy", "mcts:5"])
def test_an_agent_against_itself_scores_exactly_its_share(name, options, spec):
    """Randomness is keyed by game, seat and decision, so the rotations of a deal are one game seen from every seat."""
    if name == "dicefest" and spec != "greedy":
        options = options | {"max_turns": 30}
    result = evaluate(name, spec, [spec], games=10, options=options)[0]
    seats = load(name).seats(load(name).blank(options)[0])
    assert result.score == pytest.approx(1 / seats, abs=1e-12)
    assert result.wins + result.draws + result.losses == result.games == -(-10 // seats) * seats
    assert result.margin is None or result.margin == pytest.approx(0, abs=1e-9)


def test_games_are_rounded_up_to_full_rotations():
    assert evaluate("tablero", "random", ["random"], games=7)[0].games == 8
    assert evaluate("matrio", "random", ["random"], games=1)[0].games == 4
    assert evaluate("dicefest", "random", ["random"], games=7, options={"players": 3, "max_turns": 9})[0].games == 9


def test_the_interval_is_over_groups_with_one_win_and_one_loss_added():
    scores = np.array([0.5, 1.0, 0.5, 0.0, 1.0, 1.0])
    padded = np.array([*scores, 0.0, 1.0])
    half = 1.96 * np.sqrt(((padded - padded.mean()) ** 2).sum() / 7) / np.sqrt(8)
    assert interval(scores) == pytest.approx((padded.mean() - half, min(1.0, padded.mean() + half)))
    low, high = interval(np.ones(50))
    assert 0.9 < low < 1.0 and high == 1.0


def test_truncated_games_are_draws_worth_an_equal_share():
    result = evaluate("dicefest", "random", ["greedy"], games=6, options={"players": 3, "max_turns": 3})[0]
    assert (result.wins, result.draws, result.losses) == (0, 6, 0)
    assert result.score == pytest.approx(1 / 3)


def test_the_outcome_is_scored_whatever_is_rewarded():
    by_outcome = evaluate("matrio", "greedy", ["random"], games=40)[0]
    by_margin = evaluate("matrio", "greedy", ["random"], games=40, options={"reward": "margin"})[0]
    assert by_outcome.score == by_margin.score > 0.7
    assert by_outcome.margin == pytest.approx(by_margin.margin)


@pytest.mark.parametrize("name", GAMES)
def test_results_do_not_depend_on_how_many_games_are_played_at_once(name):
    results = []
    for at_once in (1, 3, 1000):
        agent = make_agent("greedy", load(name))
        agent.games_at_once = at_once
        options = {"max_turns": 40} if name == "dicefest" else {}
        result = evaluate(name, agent, ["random"], games=8, options=options)[0].as_dict()
        results.append({key: value for key, value in result.items() if key != "move_ms"})
    assert results[0] == results[1] == results[2]


def test_other_seeds_have_other_deals_and_the_same_seed_the_same():
    results = [evaluate("tablero", "random", ["random", "greedy"], games=50, seed=seed) for seed in (1, 1, 2)]
    scores = [[(r.wins, r.length) for r in some] for some in results]
    assert scores[0] == scores[1] != scores[2]


def test_results_so_far_are_those_of_the_first_complete_groups():
    seen = []
    agent = make_agent("random", load("tablero"))
    agent.games_at_once = 6
    whole = Match("tablero", agent, "random", games=40)

    def look(match):
        seen.append((match.complete, match.result()))

    whole.play(look)
    assert seen[-1][0] == 40
    for complete, result in seen:
        assert complete % 2 == 0 and result.games == complete
        if complete:
            shorter = evaluate("tablero", "random", ["random"], games=complete)[0]
            assert (shorter.wins, shorter.losses, shorter.length) == (result.wins, result.losses, result.length)


# Agents of all kinds.


class First(Agent):
    name = "first"

    def act(self, observations, masks, states, words):
        return masks.argmax(1)


def test_functions_and_agents_can_be_judged():
    def first(observations, masks):
        return masks.argmax(1)

    game = load("tablero")
    results = [evaluate("tablero", agent, ["random"], games=20)[0] for agent in (first, First(game))]
    assert results[0].wins == results[1].wins
    with pytest.raises(BadOption, match="plays Tablero di Berona, not MatriO"):
        evaluate("matrio", First(game), ["random"])


@pytest.mark.parametrize(
    ("answer", "about"),
    [
        (lambda masks: masks.argmin(1), "may not play"),
        (lambda masks: np.full(len(masks), -1), "may not play -1"),
        (lambda masks: np.full(len(masks), 10**9), "may not play 1000000000"),
        (lambda masks: masks.argmax(1).astype(float), "whole numbers"),
        (lambda masks: masks.argmax(1)[:-1], "shape"),
        (lambda masks: None, "shape"),
    ],
)
def test_an_illegal_answer_ends_the_evaluation_with_a_sentence(answer, about):
    def broken(observations, masks):
        return answer(masks)

    with pytest.raises(IllegalAction, match=f"broken.*{about}"):
        evaluate("tablero", broken, ["random"], games=4)


# Games on record.


@pytest.mark.parametrize("name", GAMES)
def test_saved_games_can_be_played_again(name, tmp_path):
    options = {"max_turns": 40} if name == "dicefest" else {}
    result = evaluate(name, "greedy", ["random"], games=8, seed=3, options=options, save=tmp_path / "games.jsonl")[0]
    games = list(read_games(tmp_path / "games.jsonl"))
    assert len(games) == 8
    seats = len(games[0]["players"])
    shares = 0.0
    for k, game in enumerate(games):
        assert game["players"][k % seats] == "greedy"
        *_, env = replay(game)
        ended = env.truncations if game["truncated"] else env.terminations
        assert all(ended.values())
        rewards = [env.rewards[player] for player in env.possible_agents]
        assert [(1 + (seats - 1) * reward) / seats for reward in rewards] == pytest.approx(game["shares"])
        shares += game["shares"][k % seats]
    assert shares / 8 == pytest.approx(result.score)


@pytest.mark.parametrize("text", ["{", "[]", '{"game": "tablero"}', "\udcff"])
def test_broken_records_are_refused_with_a_sentence(text, tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(BadRecord, match=r"games\.jsonl"):
        list(read_games(path))
    with pytest.raises(BadRecord, match="No such file"):
        list(read_games(tmp_path / "none.jsonl"))


# The command.


def test_the_command_prints_one_json_object(capsys):
    assert main(["evaluate", "tablero", "greedy", "--against", "random", "greedy", "--games", "7", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [r["opponent"] for r in told["results"]] == ["random", "greedy"]
    for r in told["results"]:
        assert r["games"] == 8 == r["wins"] + r["draws"] + r["losses"]
        assert 0 <= r["low"] <= r["score"] <= r["high"] <= 1
        assert r["illegal"] == 0
    assert told["results"][1]["score"] == 0.5


def test_the_command_prints_a_table(capsys):
    options = ["--option", "max_turns=4", "--option", "players=4"]
    assert main(["evaluate", "dicefest", "random", "--games", "4", *options]) == 0
    out = capsys.readouterr().out
    assert "random against" in out and "25.0%" in out and "greedy" in out


@pytest.mark.parametrize(
    ("words", "about"),
    [
        ("tabler random", "did you mean 'tablero'"),
        ("tablero gredy", "did you mean 'greedy'"),
        ("tablero mtcs:3", "did you mean 'mcts'"),
        ("tablero mcts:0", "mcts:1000"),
        ("tablero mcts:1h", "mcts:1000"),
        ("tablero mcts:10+solver", "+greedy"),
        ("tablero ppo+mcts:1s", "iterations"),
        ("tablero greedy --games 0", "games must be a whole number"),
        ("tablero greedy --games many", "invalid int"),
        ("tablero greedy --seed -1", "seed must be"),
        ("tablero greedy --option max_turn=4", "did you mean 'max_turns'"),
        ("tablero greedy --option max_turns", "NAME=VALUE"),
        ("tablero greedy --option max_turns=soon", "max_turns must be"),
        ("tablero greedy --save nowhere/to/be/found.jsonl", "cannot write"),
        ("tablero nothing.safetensors", "nothing.safetensors"),
        ("tablero greedy --agains random", "unrecognized"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(words, about, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    try:
        code = main(["evaluate", *words.split()])
    except SystemExit as stop:
        code = stop.code
    told = capsys.readouterr()
    assert code == 2 and not told.out
    assert about in told.err and told.err.count("\n") == 1
    assert not list(tmp_path.iterdir())
