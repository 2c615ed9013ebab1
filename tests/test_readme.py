"""The README's examples run as they stand, and its figures name the games there are."""

import doctest
import re
from pathlib import Path

import pytest

from ludarium.registry import GAMES, load

ROOT = Path(__file__).parents[1]
PAGES = ["README.md", *(f"envs/ludarium/{game}/README.md" for game in GAMES)]
README = (ROOT / "README.md").read_text()


def test_examples():
    random_rewards = re.compile(
        r"(?m)^\.\.\.         print\(agent, reward\)$"
    )  # the actions are sampled, so are the results
    text = random_rewards.sub("...         pass", README)
    blocks = "\n".join(re.findall(r"```python\n(.*?)```", text, flags=re.S))
    example = doctest.DocTestParser().get_doctest(blocks, {}, "README", "README.md", 0)
    result = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example)
    assert result.attempted > 10
    assert result.failed == 0


def test_table_of_games():
    rows = dict(re.findall(r"^\| \[(.*?)\].*\| ([\d,]+) \|$", README, flags=re.M))
    assert rows == {load(name).title: f"{load(name).actions:,}" for name in GAMES}


@pytest.mark.parametrize("page", PAGES)
def test_pictures_are_where_the_pages_look_for_them(page):
    pictures = re.findall(r'<img src="(.*?)"', (ROOT / page).read_text())
    assert any(picture.endswith("board.svg") for picture in pictures)
    for picture in pictures:
        head = (ROOT / page).parent.joinpath(picture).read_bytes()[:6]
        assert head.startswith(b"<svg ") or head == b"GIF89a"
