"""Draws how the trainings of docs/training went, and prints their tables.

    python benchmarks/learning_curves.py

Reads ``docs/training/*.jsonl``, the logs of ``arcload train``, and writes
``docs/images/learning_curves.png``: the greedy gap over the minutes, as a mean over the groups of
the paper's instances. ``default_short`` is ``default`` for as many minutes as those without a part.
"""

import json
from pathlib import Path
from statistics import fmean
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from arcload.bench.figures.style import dress, set_fine_ticks

DOCS = Path(__file__).parents[1] / "docs"
NAMES = {
    "default": "default",
    "paper": "paper, by its recipe",
    "default_short": "default",
    "no_decoder_distances": "no ways in the decoder",
    "no_encoder_distances": "attention to touching streets alone",
    "greedy_baseline": "compared with the greedy tour",
}
PANELS = {
    "The weights that ship": ("default", "paper"),
    "One part changed, the same minutes": (
        *("default_short", "no_decoder_distances", "no_encoder_distances", "greedy_baseline"),
    ),
}
COLOURS = {
    "default": "#d55e00",
    "default_short": "#d55e00",
    "paper": "#0072b2",
    "no_decoder_distances": "#009e73",
    "no_encoder_distances": "#cc79a7",
    "greedy_baseline": "#e69f00",
}


def read_log(name: str) -> list[dict[str, Any]]:
    """Return the entries of a log that hold gaps; none if the training was not made."""
    file = DOCS / "training" / f"{name}.jsonl"
    if not file.exists():
        return []
    entries = [json.loads(line) for line in file.read_text().splitlines()]
    return [entry for entry in entries if entry.get("gaps")]


def draw(ax: Axes, title: str, names: tuple[str, ...]) -> None:
    """Draw some trainings."""
    for name in names:
        entries = read_log(name)
        if entries:
            minutes = [entry["seconds"] / 60 for entry in entries]
            gaps = [fmean(entry["gaps"].values()) for entry in entries]
            ax.plot(minutes, gaps, color=COLOURS[name], linewidth=2, label=NAMES[name])
    ax.set_yscale("log")
    ax.set_title(title, fontsize=10, loc="left")
    dress(ax, "minutes of one H200", "mean greedy gap (%)")
    set_fine_ticks(ax.yaxis, lambda value: f"{value:g}")
    ax.set_xlim(left=0)


def table(names: tuple[str, ...]) -> str:
    """Return how trainings ended, as Markdown: steps, tours, gaps by group."""
    logs = {name: read_log(name) for name in names}
    logs = {name: entries for name, entries in logs.items() if entries}
    if not logs:
        return ""
    groups = list(next(iter(logs.values()))[-1]["gaps"])
    lines = [
        f"| | minutes | steps | tours | {' | '.join(groups)} |",
        f"| --- | {' | '.join(['---:'] * (3 + len(groups)))} |",
    ]
    for name, entries in logs.items():
        end = entries[-1]
        if end["gaps"].keys() != set(groups):
            raise SystemExit(f"{name}.jsonl: its gaps are those of other instances; train it anew")
        gaps = " | ".join(f"{max(0.0, end['gaps'][group]):.2f}" for group in groups)
        lines.append(
            f"| {NAMES[name]} | {end['seconds'] / 60:.1f} | {end['step']:,} "
            f"| {end['rollouts'] / 1e6:,.1f} M | {gaps} |"
        )
    return "\n".join(lines)


def main() -> None:
    panels = {title: names for title, names in PANELS.items() if any(map(read_log, names))}
    figure = Figure(figsize=(5 * len(panels), 4.2), layout="constrained")
    axes = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
    for ax, (title, names) in zip(axes, panels.items(), strict=True):
        draw(ax, title, names)
        ax.legend(fontsize=8, frameon=False)
        print(f"{title}\n\n{table(names)}\n")
    figure.savefig(DOCS / "images" / "learning_curves.png", dpi=150)


if __name__ == "__main__":
    main()
