"""The README's examples run as they stand, and its figures name the games there are."""

import doctest
import re
from pathlib import Path

from ludarium.registry import GAMES, load

ROOT = Path(__file__).parents[1]
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
