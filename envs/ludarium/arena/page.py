"""A tournament as a page and pictures: ratings with their intervals, and who beat whom."""

from __future__ import annotations

import base64
import html
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ludarium.arena.tournament import Tournament

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BLUE, GREY = "#0072b2", "#555555"
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222 }
table { border-collapse: collapse } th, td { padding: .25rem .75rem; text-align: right; border-bottom: 1px solid #ddd }
th:first-child, td:first-child { text-align: left } img { max-width: 100% }
"""


def write_page(tournament: Tournament) -> Path:
    """Writes index.html, its pictures and ratings.json into the tournament's folder; returns the page's path."""
    ratings, cross = tournament.ratings(), tournament.cross_table()
    order = np.argsort(-ratings.elo)
    names = [tournament.names[k] for k in order]
    pictures = {
        "ratings.png": _picture(_draw_ratings(names, ratings.elo[order], ratings.low[order], ratings.high[order])),
        "cross_table.png": _picture(_draw_cross_table(names, cross[np.ix_(order, order)])),
    }
    for name, data in pictures.items():
        _replace(tournament.folder / name, data)
    rows = [
        {"agent": tournament.names[k], "elo": ratings.elo[k], "low": ratings.low[k], "high": ratings.high[k]}
        for k in order
    ]
    _replace(tournament.folder / "ratings.json", json.dumps(rows, indent=2).encode())
    page = tournament.folder / "index.html"
    _replace(page, _page(tournament, rows, cross, order, pictures).encode())
    return page


def _replace(path: Path, data: bytes) -> None:
    part = path.with_name(path.name + ".part")
    part.write_bytes(data)
    part.replace(path)


def _page(
    tournament: Tournament,
    rows: list[dict[str, object]],
    cross: np.ndarray,
    order: np.ndarray,
    pictures: dict[str, bytes],
) -> str:
    title = f"{tournament.game.title}: a tournament"
    rounds = len(tournament.rounds)
    games = rounds * len(tournament.tables) * tournament.seats
    options = ", ".join(f"{k}={v}" for k, v in tournament.options.items()) or "none"
    images = [
        f'<img alt="{name}" src="data:image/png;base64,{base64.b64encode(data).decode()}">'
        for name, data in pictures.items()
    ]
    names = [tournament.names[k] for k in order]
    return "\n".join(
        [
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>',
            '<meta name="viewport" content="width=device-width">',
            f"<h1>{title}</h1>",
            f"<p>{games} games in {rounds} rounds, options: {html.escape(options)}, seed {tournament.seed}. Every round"
            " plays one deal at every table, in all seat rotations. Ratings are on Elo’s scale with 95% intervals.</p>",
            _table(["agent", "Elo", "from", "to"], [[r["agent"], *(f"{r[k]:+.0f}" for k in ELO_KEYS)] for r in rows]),
            images[0],
            "<p>Each row shows an agent’s part of what it and the agent of the column won at common tables.</p>",
            _table(["", *names], [[tournament.names[k], *map(_percent, cross[k, order])] for k in order]),
            images[1],
            "</html>\n",
        ]
    )


ELO_KEYS = "elo", "low", "high"


def _percent(share: float) -> str:
    return "" if np.isnan(share) else f"{share:.1%}"


def _table(columns: list[str], rows: list[list[object]]) -> str:
    head = "".join(f"<th>{html.escape(column)}</th>" for column in columns)
    body = "\n".join("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>\n{body}</table>"


def _draw_ratings(names: list[str], elo: np.ndarray, low: np.ndarray, high: np.ndarray) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 1.2 + 0.45 * len(names)), layout="constrained")
    axes = figure.subplots()
    places = np.arange(len(names))[::-1]
    axes.errorbar(elo, places, xerr=[elo - low, high - elo], fmt="o", color=BLUE, ecolor=GREY, capsize=4)
    axes.set_yticks(places, names)
    axes.set_xlabel("Elo, with 95% intervals")
    axes.grid(axis="x", alpha=0.3)
    return figure


def _draw_cross_table(names: list[str], cross: np.ndarray) -> Figure:
    from matplotlib.figure import Figure

    side = 2.5 + 0.7 * len(names)
    figure = Figure(figsize=(side, side * 0.85), layout="constrained")
    axes = figure.subplots()
    axes.imshow(cross, cmap="RdBu", vmin=0, vmax=1)
    axes.set_xticks(range(len(names)), names, rotation=45, ha="right")
    axes.set_yticks(range(len(names)), names)
    for i, j in np.argwhere(~np.isnan(cross)):
        shade = "white" if abs(cross[i, j] - 0.5) > 0.3 else "black"
        axes.text(j, i, f"{cross[i, j]:.0%}", ha="center", va="center", color=shade)
    return figure


def _picture(figure: Figure) -> bytes:
    data = io.BytesIO()
    figure.savefig(data, format="png", dpi=120)
    return data.getvalue()
