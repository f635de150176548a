"""What the figures share: colours, marks, axes of percentages and seconds."""

import io
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from arcload.model.files import write_bytes
from arcload.model.types import FloatArray
from arcload.runs.paper_names import PAPER_NAMES
from arcload.runs.series import Best, Series
from arcload.views.plotting.canvas import GREY, INK, SMALL, own_settings, require_matplotlib

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LEAST_GAP = 1e-5  # a fraction; what is nearer is drawn there
PUBLISHED = ", published"

# Okabe and Ito's colours, which also colour-blind readers tell apart.
_COLOURS = {
    "auto": "#d55e00",
    "ea": "#0072b2",
    "greedy": "#7f7f7f",
    "ils": "#009e73",
    "vns": "#56b4e9",
    "aco": "#e69f00",
    "arc-drl": "#cc79a7",
    "exact": "#000000",
}
_OTHERS = ("#882255", "#999933", "#44aa99", "#332288", "#aa4499", "#117733", "#ddcc77")
_MARKS = "osD^vP*X"


def save_figure(file: Path, plot: "Callable[[Axes], object]") -> Path:
    """Draw a figure of one picture and write it."""
    require_matplotlib()
    from matplotlib.figure import Figure

    content = io.BytesIO()
    with own_settings():
        figure = Figure(figsize=(8.2, 4.6), layout="constrained")
        plot(figure.add_subplot())
        figure.savefig(content, format=file.suffix.removeprefix("."), dpi=150)
    write_bytes(file, content.getvalue())
    return file


def gaps_of(series: Series, best: Mapping[str, Best], to_bound: bool = False) -> FloatArray:
    """Return the gaps of a method to the best tours known, or to the bounds where there are any."""
    names = [name for name in series.costs if name in best]
    gaps = [
        best[name].gap_to_bound(series.cost(name))
        if to_bound
        else best[name].gap_of(series.cost(name))
        for name in names
    ]
    return np.array([gap for gap in gaps if gap is not None], dtype=float)


def label(series: Series) -> str:
    """Return what to call a method in a legend."""
    return f"{series.name}{PUBLISHED}" if series.published else series.name


def colour(name: str) -> str:
    """Return the colour of a method, the same for ours and the paper's of that kind."""
    ours = {theirs: own for own, theirs in PAPER_NAMES.items()}.get(name, name)
    return _COLOURS.get(ours) or _OTHERS[sum(ours.encode()) % len(_OTHERS)]


def line(name: str, published: bool = False) -> dict[str, Any]:
    """Return how the line of a method is drawn."""
    return {
        "color": colour(name),
        "linewidth": 1.3 if published else 2.0,
        "linestyle": "--" if published else "-",
    }


def point(name: str) -> dict[str, Any]:
    """Return how the points of a method are drawn."""
    return {
        "color": colour(name),
        "marker": _MARKS[sum(name.lower().encode()) % len(_MARKS)],
        "markersize": 7,
        "markeredgecolor": "white",
        "markeredgewidth": 0.5,
        "linestyle": "none",
    }


def dress(ax: "Axes", x: str, y: str) -> None:
    """Give axes their labels and a pale grid."""
    ax.set_xlabel(x, fontsize=SMALL, color=INK)
    ax.set_ylabel(y, fontsize=SMALL, color=INK)
    ax.tick_params(labelsize=SMALL, labelcolor=INK, color=INK)
    ax.grid(color=GREY, alpha=0.35, linewidth=0.6)
    ax.set_axisbelow(True)
    ax.spines[["top", "right"]].set_visible(False)


def set_percent_ticks(axis: Any, least: float) -> None:
    """Write a logarithmic axis of percentages in plain numbers; its least value means none."""

    def text(value: float) -> str:
        return "0" if value <= 100 * least * 1.01 else f"{value:g}"

    _set_log_ticks(axis, text)


def set_fine_ticks(axis: Any, text: Callable[[float], str]) -> None:
    """Label a logarithmic axis at 1, 2 and 5 times the powers of ten."""
    from matplotlib.ticker import LogLocator, NullFormatter

    axis.set_major_locator(LogLocator(10, subs=(1, 2, 5)))
    axis.set_major_formatter(lambda value, _: text(value))
    axis.set_minor_formatter(NullFormatter())


def set_seconds_ticks(axis: Any) -> None:
    """Write a logarithmic axis of times in seconds and milliseconds."""

    def text(value: float) -> str:
        return f"{value:,.0f} s" if value >= 1 else f"{1000 * value:g} ms"

    _set_log_ticks(axis, text)


def _set_log_ticks(axis: Any, text: Callable[[float], str]) -> None:
    """Label powers of ten, and between them as many numbers as a short axis needs."""

    def between(value: float, _: int) -> str:
        low, high = sorted(axis.get_view_interval())
        lead = round(value / 10 ** math.floor(math.log10(value)))
        wanted = range(2, 10) if high < 5 * low else (2, 5) if high < 50 * low else ()
        return text(value) if lead in wanted else ""

    axis.set_major_formatter(lambda value, _: text(value))
    axis.set_minor_formatter(between)


def draw_legend(ax: "Axes") -> None:
    """Draw a legend to the right of the axes."""
    handles, _ = ax.get_legend_handles_labels()
    if handles:
        ax.legend(
            loc="center left",
            bbox_to_anchor=(1.0, 0.5),
            frameon=False,
            fontsize=SMALL,
            labelcolor=INK,
        )
