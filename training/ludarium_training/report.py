"""The report page of a run: learning curves, results and settings in one HTML file that needs nothing else."""

from __future__ import annotations

import html
import io

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from ludarium_training.checkpoint import Strength
from ludarium_training.files import write_whole
from ludarium_training.metrics import STEPS, Row
from ludarium_training.run import Run
from ludarium_training.strict_yaml import write_yaml

CURVES = {  # metric: what the chart says
    "train/entropy": "entropy of the policy",
    "train/approx_kl": "change of the policy (KL)",
    "train/value_loss": "loss of the value",
    "train/explained_variance": "explained variance of the value",
    "rollout/ep_len_mean": "decisions in a game",
    "time/steps_per_second": "steps a second",
}
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; } td, th { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid #ddd; }
td:first-child, th:first-child { text-align: left; } svg { max-width: 100%; height: auto; }
pre { background: #f6f6f6; padding: 1rem; overflow: auto; }
"""


def write_report(run: Run, rows: list[Row], results: list[Strength]) -> None:
    write_whole(run.folder / "report.html", page(run, rows, results).encode())


def page(run: Run, rows: list[Row], results: list[Strength]) -> str:
    name = html.escape(run.folder.name)
    steps = int(rows[-1][STEPS]) if rows else 0
    seconds = float(rows[-1].get("time/seconds", 0)) if rows else 0.0
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{name}</title><style>{STYLE}</style></head><body>
<h1>{name}</h1>
<p>{html.escape(run.config.game)}, {steps:,} steps in {seconds / 60:.1f} minutes.</p>
<h2>Score</h2>
{table(results)}
{drawing(score_chart(rows))}
<h2>Learning</h2>
{drawing(learning_charts(rows))}
<h2>Settings</h2>
<pre>{html.escape(write_yaml(run.config.as_dict()))}</pre>
</body></html>
"""


def table(results: list[Strength]) -> str:
    if not results:
        return "<p>Not evaluated yet.</p>"
    lines = ["<table><tr><th>against</th><th>games</th><th>score</th><th>95% interval</th><th>at step</th></tr>"]
    for r in results:
        interval = f"{r.low:.1%} – {r.high:.1%}"
        cells = html.escape(r.opponent), f"{r.games:,}", f"{r.score:.1%}", interval, f"{r.steps:,}"
        lines.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    return "\n".join([*lines, "</table>"])


def series(rows: list[Row], key: str) -> tuple[list[float], list[float]]:
    """The steps at which something was measured, in millions, and what it was."""
    known = [(int(row[STEPS]) / 1e6, float(row[key])) for row in rows if row.get(key)]
    return [x for x, _ in known], [y for _, y in known]


def score_chart(rows: list[Row]) -> Figure:
    """The score against each opponent over the run, with its interval."""
    figure = Figure(figsize=(9, 4), layout="constrained")
    axes = figure.subplots()
    for key in dict.fromkeys(key for row in rows for key in row if key.startswith("score/")):
        opponent = key.removeprefix("score/")
        x, y = series(rows, key)
        (line,) = axes.plot(x, [100 * score for score in y], marker=".", label=opponent)
        low, high = (series(rows, f"{edge}/{opponent}")[1] for edge in ("low", "high"))
        if len(low) == len(high) == len(x):
            band = [100 * score for score in low], [100 * score for score in high]
            axes.fill_between(x, *band, color=line.get_color(), alpha=0.15, linewidth=0)
    axes.set_ylim(0, 100)
    axes.set_ylabel("score, %")
    if axes.lines:
        axes.legend(loc="lower right")
    finish(axes)
    return figure


def learning_charts(rows: list[Row]) -> Figure:
    shown = [key for key in CURVES if series(rows, key)[0]]
    figure = Figure(figsize=(9, 2.4 * max(1, -(-len(shown) // 2))), layout="constrained")
    for k, key in enumerate(shown):
        axes = figure.add_subplot(-(-len(shown) // 2), 2, k + 1)
        axes.plot(*series(rows, key), linewidth=1)
        axes.set_title(CURVES[key], fontsize=10, loc="left")
        finish(axes)
    return figure


def finish(axes: Axes) -> None:
    axes.set_xlabel("million steps")
    axes.grid(alpha=0.3)
    axes.spines[["top", "right"]].set_visible(False)


def drawing(figure: Figure) -> str:
    """The figure as SVG to stand in a page."""
    out = io.StringIO()
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "ludarium"}):
        figure.savefig(out, format="svg", metadata=dict.fromkeys(("Date", "Creator", "Format", "Type")))
    text = out.getvalue()
    return text[text.index("<svg") :]
