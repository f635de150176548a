"""Draws how the trainings of docs/training went, and prints their tables.

    python benchmarks/learning_curves.py

Reads ``docs/training/*.jsonl``, the logs of ``arcload train``, and writes
``docs/images/learning_curves.png``: the greedy gap, as a mean over the groups of the paper's
instances, over the minutes of the weights that ship and over the gradient steps of the short
trainings. ``default_short`` is ``default`` for as many minutes as those with a part changed.
"""

import json
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from arcload.runs.figures.style import dress, set_fine_ticks

DOCS = Path(__file__).parents[1] / "docs"
NAMES = {
    "default": "default",
    "paper": "paper, by its recipe",
    "default_short": "default",
    "no_decoder_distances": "no ways in the decoder",
    "no_encoder_distances": "attention to touching streets alone",
    "greedy_baseline": "compared with the greedy tour",
}
SHIPPED = ("default", "paper")
CHANGED = ("default_short", "no_decoder_distances", "no_encoder_distances", "greedy_baseline")
COLOURS = {
    "default": "#d55e00",
    "default_short": "#d55e00",
    "paper": "#0072b2",
    "no_decoder_distances": "#009e73",
    "no_encoder_distances": "#cc79a7",
    "greedy_baseline": "#e69f00",
}


def read_log(name: str) -> list[dict[str, Any]]:
    """Return the entries of a log that hold gaps."""
    file = DOCS / "training" / f"{name}.jsonl"
    entries = [json.loads(line) for line in file.read_text().splitlines()]
    return [entry for entry in entries if entry.get("gaps")]


def draw(ax: Axes, names: tuple[str, ...], progress: Callable[[dict[str, Any]], float]) -> None:
    """Draw the gaps of some trainings over their progress."""
    for name in names:
        entries = read_log(name)
        gaps = [fmean(entry["gaps"].values()) for entry in entries]
        ax.plot(
            [progress(entry) for entry in entries],
            gaps,
            color=COLOURS[name],
            linewidth=2,
            marker="o" if len(gaps) < 5 else None,
            markersize=4,
            label=NAMES[name],
        )
    ax.set_yscale("log")
    ax.set_xlim(left=0)


def table(names: tuple[str, ...]) -> str:
    """Return how trainings ended, as Markdown: steps, tours, gaps by group and on average."""
    ends = {name: read_log(name)[-1] for name in names}
    groups = list(ends[names[0]]["gaps"])
    lines = [
        f"| | minutes | steps | tours | {' | '.join(groups)} | mean |",
        f"| --- | {' | '.join(['---:'] * (4 + len(groups)))} |",
    ]
    for name, end in ends.items():
        if end["gaps"].keys() != set(groups):
            raise SystemExit(f"{name}.jsonl: its gaps are those of other instances; train it anew")
        gaps = " | ".join(f"{max(0.0, end['gaps'][group]):.2f}" for group in groups)
        lines.append(
            f"| {NAMES[name]} | {end['seconds'] / 60:.1f} | {end['step']:,} "
            f"| {end['rollouts'] / 1e6:,.1f} M | {gaps} | {fmean(end['gaps'].values()):.1f} |"
        )
    return "\n".join(lines)


def main() -> None:
    figure = Figure(figsize=(10, 4.2), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    draw(left, SHIPPED, lambda entry: float(entry["seconds"]) / 60)
    draw(right, CHANGED, lambda entry: float(entry["step"]))
    dress(left, "minutes of one H200", "mean greedy gap (%)")
    dress(right, "gradient steps, in 1.5 minutes of one H200", "")
    set_fine_ticks(left.yaxis, lambda value: f"{value:g}")
    left.set_title("The weights that ship", fontsize=10, loc="left")
    right.set_title("One part changed", fontsize=10, loc="left")
    for ax, names in ((left, SHIPPED), (right, CHANGED)):
        ax.legend(fontsize=8, frameon=False)
        print(f"{ax.get_title(loc='left')}\n\n{table(names)}\n")
    figure.savefig(DOCS / "images" / "learning_curves.png", dpi=150)


if __name__ == "__main__":
    main()
