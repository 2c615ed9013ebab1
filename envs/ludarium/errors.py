"""The errors a caller can make, by cause. All are ValueErrors with one sentence; none leaves anything changed."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class IllegalAction(ValueError):
    """An action that the rules do not allow now, or that is no action at all."""


class BadOption(ValueError):
    """An option that a game does not have, or a value it does not take."""


class BadPosition(ValueError):
    """A position that breaks the rules; the message begins with the key that is wrong."""


class BadConfig(ValueError):
    """A training run that cannot begin or go on as asked; the message names the setting, the file or the folder."""


class BadCheckpoint(ValueError):
    """A file that holds no agent for this game; the message begins with the file."""


class BadRecord(ValueError):
    """A file of games or results that cannot be read or written, or does not hold what it should."""


def nearest(word: object, known: Iterable[str]) -> str:
    """'; did you mean …?' with the closest known word, or the empty string."""
    close = difflib.get_close_matches(word, list(known), n=1) if isinstance(word, str) else []
    return f"; did you mean {close[0]!r}?" if close else ""
