"""Tournaments: balanced tables, ratings that are right, folders that survive."""

import choix
import numpy as np
import pytest

from ludarium.arena.page import write_page
from ludarium.arena.ratings import ELO, Table, fit, fit_tables, rate_agents
from ludarium.arena.tournament import Tournament, seat_tables
from ludarium.errors import BadOption, BadRecord
from ludarium_training.cli import main


def test_everyone_meets_everyone():
    assert seat_tables(4, 2) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert seat_tables(5, 4)[0] == (0, 1, 2, 3) and len(seat_tables(5, 4)) == 5
    assert seat_tables(2, 4) == [(0, 1, 0, 1), (0, 1, 1, 0)]
    assert seat_tables(3, 4) == [(0, 1, 2, 0), (0, 1, 2, 1), (0, 1, 2, 2)]


def test_every_member_of_a_table_sits_in_every_seat(tmp_path):
    tournament = Tournament("matrio", ["random", "greedy", "mcts:5"], tmp_path)
    for number in range(4):
        places = tournament.places(1, number)
        assert (np.sort(places, axis=0) == np.arange(4)[:, None]).all()
        assert (np.sort(places, axis=1) == np.arange(4)).all()


def simulated(strengths, tables, groups, rng):
    """What tables of these strengths win."""
    results = []
    for members in tables:
        chances = strengths[list(members)] / strengths[list(members)].sum()
        winners = rng.choice(len(members), size=groups, p=chances)
        results.append(Table(members, np.eye(len(members))[winners]))
    return results


@pytest.mark.parametrize("seats", [2, 3])
def test_ratings_find_the_true_strengths(seats):
    rng = np.random.default_rng(0)
    strengths = np.array([1.0, 2.0, 4.0, 1.5])
    ratings = rate_agents(simulated(strengths, seat_tables(4, seats), 3000, rng), 4, anchor=0)
    true = ELO * np.log(strengths)
    assert ratings.elo[0] == 0
    assert np.abs(ratings.elo - true).max() < 20
    assert (ratings.low[1:] < true[1:]).all() and (true[1:] < ratings.high[1:]).all()
    assert 2 < ratings.precision < 20


def test_the_two_ways_to_fit_agree_with_each_other_and_with_the_library():
    rng = np.random.default_rng(1)
    pairs = simulated(np.array([1.0, 3.0, 2.0]), seat_tables(3, 2), 40, rng)
    totals = [table.shares.sum(0) + 1 for table in pairs]
    np.testing.assert_allclose(fit(pairs, totals, 3), fit_tables(pairs, totals, 3), atol=1e-5)
    tables = simulated(np.array([1.0, 3.0, 2.0, 5.0]), seat_tables(4, 3), 40, rng)
    totals = [table.shares.sum(0) for table in tables]
    data = []
    for table in tables:
        for won in table.shares:
            winner = int(won.argmax())
            data.append((table.agents[winner], tuple(a for k, a in enumerate(table.agents) if k != winner)))
    np.testing.assert_allclose(fit(tables, totals, 4), choix.ilsr_top1(4, data), atol=1e-5)


def test_an_agent_that_never_loses_has_a_finite_rating_and_a_wide_interval():
    table = Table((0, 1), np.tile([1.0, 0.0], (30, 1)))
    ratings = rate_agents([table], 2, anchor=1)
    assert 300 < ratings.elo[0] < 1000
    assert ratings.high[0] - ratings.low[0] > 100


def test_a_tournament_goes_on_where_it_was_stopped(tmp_path):
    agents = ["random", "greedy", "mcts:5"]
    whole = Tournament("tablero", agents, tmp_path / "whole")
    whole.play(6)
    begun = Tournament("tablero", agents, tmp_path / "parts")
    begun.play(2)
    with begun.path.open("a") as file:
        file.write("[[[0.5, 0.")  # a line that was being written
    again = Tournament("tablero", agents, tmp_path / "parts")
    assert len(again.rounds) == 2
    again.play(6)
    assert again.path.read_bytes() == whole.path.read_bytes()
    np.testing.assert_array_equal(again.ratings().elo, whole.ratings().elo)


def test_scores_and_cross_table_add_up(tmp_path):
    tournament = Tournament("matrio", ["random", "greedy"], tmp_path)
    tournament.play(8)
    shares = np.array(tournament.rounds)
    np.testing.assert_allclose(shares.sum(-1), 1)
    cross = tournament.cross_table()
    assert np.isnan(cross[0, 0]) and cross[0, 1] + cross[1, 0] == pytest.approx(1)
    assert tournament.scores().mean() == pytest.approx(0.25)
    assert cross[1, 0] > 0.7 and tournament.ratings().elo[1] > 150


def test_play_stops_at_the_precision_asked_for(tmp_path):
    tournament = Tournament("tablero", ["random", "greedy"], tmp_path)
    tournament.play(10_000, precision=60.0)
    assert 8 <= len(tournament.rounds) < 2000
    assert tournament.ratings().precision <= 60


def test_the_page_holds_everything_it_shows(tmp_path):
    tournament = Tournament("tablero", ["random", "greedy"], tmp_path / "<b>")
    tournament.play(4)
    page = write_page(tournament).read_text()
    assert "data:image/png;base64," in page and "http" not in page
    assert {p.name for p in tournament.folder.iterdir()} == {
        "results.jsonl",
        "index.html",
        "ratings.png",
        "cross_table.png",
        "ratings.json",
    }


def test_other_tournaments_and_damaged_ones_are_refused(tmp_path):
    Tournament("tablero", ["random", "greedy"], tmp_path)
    with pytest.raises(BadRecord, match="another tournament"):
        Tournament("tablero", ["random", "mcts:5"], tmp_path)
    (tmp_path / "results.jsonl").write_text("nonsense\n")
    with pytest.raises(BadRecord, match="damaged"):
        Tournament("tablero", ["random", "greedy"], tmp_path)
    with pytest.raises(BadRecord, match="cannot use the folder"):
        Tournament("tablero", ["random", "greedy"], tmp_path / "results.jsonl")
    with pytest.raises(BadOption, match="two or more different agents"):
        Tournament("tablero", ["random", "random"], tmp_path / "other")


def test_the_command(tmp_path, capsys):
    words = ["tournament", "tablero", "random", "greedy", "--games", "8", "--out", str(tmp_path / "t")]
    assert main(words) == 0
    out = capsys.readouterr().out
    assert "greedy" in out and "Elo" in out and (tmp_path / "t" / "index.html").exists()
    assert main(words) == 0  # nothing left to play
    for wrong, about in [
        (["tournament", "tablero", "random"], "two or more"),
        (["tournament", "tablero", "random", "greedy", "--precision", "nan"], "--precision"),
        (["tournament", "tablero", "random", "greedy", "--games", "-3"], "games must be"),
    ]:
        capsys.readouterr()
        assert main([*wrong, "--out", str(tmp_path / "u")]) == 2
        told = capsys.readouterr()
        assert about in told.err and told.err.count("\n") == 1 and not told.out
