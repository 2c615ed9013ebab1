"""The command `ludarium analyse`: what agents give away in solved endings."""

import json

import pytest

from ludarium_training.cli import main


def test_experts_give_nothing_away_and_others_do(capsys):
    words = ["analyse", "dice_matrix", "expert", "greedy", "random", "--endings", "20", "--dice", "8", "--json"]
    assert main(words) == 0
    expert, greedy, random = json.loads(capsys.readouterr().out)["results"]
    assert expert["given_away"] == 0 == expert["spoilt"] and expert["share_perfect"] == 1
    assert 0 < greedy["given_away_per_decision"] < random["given_away_per_decision"]
    assert greedy["endings"] == 20 and greedy["dice"] == 8


def test_the_table(capsys):
    assert main(["analyse", "dice_matrix", "random", "--endings", "5", "--dice", "6"]) == 0
    assert "points given away" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "about"),
    [
        ("tablero greedy", "only dice_matrix"),
        ("dice_matrix greedy --dice 40", "dice must be"),
        ("dice_matrix greedy --endings 0", "endings must be"),
        ("dice_matrix gredy", "did you mean 'greedy'"),
    ],
)
def test_bad_input(words, about, capsys):
    assert main(["analyse", *words.split()]) == 2
    told = capsys.readouterr()
    assert about in told.err and told.err.count("\n") == 1 and not told.out
