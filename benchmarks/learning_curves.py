"""Draws how the trainings of docs/training went, and prints their tables.

    python benchmarks/learning_curves.py

Reads ``docs/training/*.jsonl``, the logs of ``arcload train``, and writes
``docs/images/learning_curves.png``: the greedy gap, as a mean over the groups of the paper's
instances, over the minutes of the long trainings and over the gradient steps of the short ones, of
which a file holds one per seed. ``default_short`` is ``default`` for as many steps as those with a
part changed.
"""

import json
import math
from collections.abc import Callable
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from arcload.runs.figures.style import dress, set_fine_ticks

DOCS = Path(__file__).parents[1] / "docs"
NAMES = {
    "default": "default",
    "paper": "paper, by its recipe",
    "paper_network": "the paper's network, by our recipe",
    "default_short": "default",
    "no_decoder_distances": "no ways in the decoder",
    "no_encoder_distances": "attention to touching streets alone",
    "greedy_baseline": "compared with the greedy tour",
    "two_inputs": "2 inputs per street, not 16",
    "eight_samples": "8 tours per instance, not 32",
}
LONG = ("default", "paper_network", "paper")
CHANGED = (
    *("default_short", "no_encoder_distances", "greedy_baseline", "eight_samples", "two_inputs"),
    "no_decoder_distances",
)
COLOURS = {
    "default": "#d55e00",
    "default_short": "#d55e00",
    "paper": "#0072b2",
    "no_decoder_distances": "#009e73",
    "no_encoder_distances": "#cc79a7",
    "greedy_baseline": "#e69f00",
    "paper_network": "#009e73",
    "two_inputs": "#56b4e9",
    "eight_samples": "#000000",
}


Entry = dict[str, Any]


def read_trainings(name: str) -> list[list[Entry]]:
    """Return the trainings in a file, of each the entries of its log that hold gaps."""
    file = DOCS / "training" / f"{name}.jsonl"
    trainings: list[list[Entry]] = []
    for line in file.read_text().splitlines():
        entry = json.loads(line)
        if entry["event"] == "start":
            trainings.append([])
        elif entry.get("gaps"):
            trainings[-1].append(entry)
    return trainings


def draw(ax: Axes, names: tuple[str, ...], progress: Callable[[Entry], float]) -> None:
    """Draw the gaps of some trainings over their progress."""
    for name in names:
        for number, entries in enumerate(read_trainings(name)):
            gaps = [fmean(entry["gaps"].values()) for entry in entries]
            ax.plot(
                [progress(entry) for entry in entries],
                gaps,
                color=COLOURS[name],
                linewidth=2 if len(gaps) > 9 else 1,
                marker=None if len(gaps) > 9 else "o",
                markersize=3,
                label=None if number else NAMES[name],
            )
    ax.set_yscale("log")
    ax.set_xlim(left=0)


def table(names: tuple[str, ...]) -> str:
    """Return how trainings ended, as Markdown: steps, tours, gaps by group and on average.

    Of several seeds the mean, and its standard error.
    """
    ends = {name: [entries[-1] for entries in read_trainings(name)] for name in names}
    groups = list(ends[names[0]][0]["gaps"])
    lines = [
        f"| | minutes | steps | tours | {' | '.join(groups)} | mean |",
        f"| --- | {' | '.join(['---:'] * (4 + len(groups)))} |",
    ]
    for name, last in ends.items():
        if any(end["gaps"].keys() != set(groups) for end in last):
            raise SystemExit(f"{name}.jsonl: its gaps are those of other instances; train it anew")
        gaps = [_mean([max(0.0, end["gaps"][group]) for end in last]) for group in groups]
        mean = _mean([fmean(end["gaps"].values()) for end in last])
        lines.append(
            f"| {NAMES[name]} | {fmean(end['seconds'] for end in last) / 60:.1f} "
            f"| {last[0]['step']:,} | {last[0]['rollouts'] / 1e6:,.1f} M "
            f"| {' | '.join([*gaps, mean])} |"
        )
    return "\n".join(lines)


def _mean(values: list[float]) -> str:
    """Return a mean, and with several values its standard error."""
    if len(values) == 1:
        return f"{values[0]:.2f}"
    return f"{fmean(values):.2f} ± {stdev(values) / math.sqrt(len(values)):.2f}"


def main() -> None:
    figure = Figure(figsize=(10, 4.2), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    draw(left, LONG, lambda entry: float(entry["seconds"]) / 60)
    draw(right, CHANGED, lambda entry: float(entry["step"]))
    dress(left, "minutes of one H200", "mean greedy gap (%)")
    dress(right, "gradient steps, three seeds each", "")
    set_fine_ticks(left.yaxis, lambda value: f"{value:g}")
    left.set_title("Long trainings", fontsize=10, loc="left")
    right.set_title("One part changed", fontsize=10, loc="left")
    for ax, names in ((left, LONG), (right, CHANGED)):
        ax.legend(fontsize=8, frameon=False)
        print(f"{ax.get_title(loc='left')}\n\n{table(names)}\n")
    figure.savefig(DOCS / "images" / "learning_curves.png", dpi=150)


if __name__ == "__main__":
    main()
