"""Draw what the streets of an instance need."""

from typing import TYPE_CHECKING

import numpy as np

from arcload.model.instance import Instance
from arcload.model.types import BoolArray, FloatArray
from arcload.views.plotting.canvas import (
    GREY,
    INK,
    draw_legend,
    draw_scale_bar,
    frame_map,
    line_scale,
    map_axes,
    mark_places,
    number,
)
from arcload.views.plotting.drawn_courses import arrowheads, drawn_courses, symbol_size
from arcload.views.plotting.plane import on_plane

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_THINNEST, _WIDEST = 0.9, 6.5  # points, for no demand and for the greatest
_RED = "#c62828"
_CUT_OFF = "cut off"
_ARROW = 0.08  # size of a one-way arrow, in typical streets


def plot_network(
    instance: Instance, ax: "Axes | None" = None, cut_off: FloatArray | None = None
) -> "Axes":
    """Draw the streets along their courses, the wider the more they need.

    Streets without demand are thin and grey; a small arrow stands on one-way streets.

    Parameters
    ----------
    instance
        An instance with coordinates.
    ax
        Axes to draw in; by default those of a new figure.
    cut_off
        A demand per edge that no tour can serve, 0 for all others; these are drawn in red.
    """
    ax = map_axes(ax)
    instance = on_plane(instance)
    along = drawn_courses(instance)
    lost = np.zeros(len(instance.edges)) if cut_off is None else cut_off
    demands = instance.demands + lost
    widths = _widths(instance, demands, demands)
    served = instance.demands > 0
    _draw_streets(ax, along, demands == 0, widths, "no service")
    _draw_streets(ax, along, served, widths, "to be served")
    _draw_streets(ax, along, lost > 0, widths, _CUT_OFF)
    _draw_one_ways(ax, instance, along)
    mark_places(ax, instance)
    draw_scale_bar(ax, instance, along)
    _draw_legend(ax, instance, demands, bool((lost > 0).any()))
    frame_map(ax)
    return ax


def _widths(instance: Instance, demands: FloatArray, of_all: FloatArray) -> FloatArray:
    """Return the line width in points of each demand, beside those of all edges."""
    most = float(of_all.max(initial=0)) or 1.0
    widths: FloatArray = _THINNEST + (_WIDEST - _THINNEST) * np.asarray(demands) / most
    return widths * line_scale(instance)


def _draw_streets(
    ax: "Axes", along: list[FloatArray], which: BoolArray, widths: FloatArray, label: str
) -> None:
    from matplotlib.collections import LineCollection

    colour = {"no service": GREY, _CUT_OFF: _RED}.get(label, INK)
    ax.add_collection(
        LineCollection(
            [along[edge] for edge in np.flatnonzero(which)],
            linewidths=widths[which],
            colors=colour,
            capstyle="round",
            joinstyle="round",
            zorder=1 if label == "no service" else 2,
            label=label,
        )
    )


def _draw_one_ways(ax: "Axes", instance: Instance, along: list[FloatArray]) -> None:
    from matplotlib.collections import PolyCollection

    allowed = np.isfinite(instance.lengths)
    ways = [
        along[edge] if allowed[edge, 0] else along[edge][::-1]
        for edge in np.flatnonzero(~allowed.all(axis=1))
    ]
    ax.add_collection(
        PolyCollection(
            list(arrowheads(ways, _ARROW * symbol_size(along))),
            facecolors="white",
            edgecolors=INK,
            linewidths=0.8 * line_scale(instance),
            zorder=3,
            label="one-way",
        )
    )


def _draw_legend(ax: "Axes", instance: Instance, demands: FloatArray, cut_off: bool) -> None:
    from matplotlib.lines import Line2D

    samples = _sample_demands(demands[demands > 0])
    entries = [
        Line2D([], [], color=INK, linewidth=width, solid_capstyle="butt")
        for width in _widths(instance, np.array(samples), demands)
    ]
    names = [f"{number(demand)} {instance.load_unit}".rstrip() for demand in samples]
    if cut_off:
        entries.append(Line2D([], [], color=_RED, linewidth=3, solid_capstyle="butt"))
        names.append(_CUT_OFF)
    if not (demands > 0).all():
        entries.append(Line2D([], [], color=GREY, linewidth=_THINNEST))
        names.append("no service")
    if not np.isfinite(instance.lengths).all():
        entries.append(
            Line2D(
                [],
                [],
                linestyle="none",
                marker=">",
                color="white",
                markersize=5,
                markeredgecolor=INK,
            )
        )
        names.append("one-way")
    draw_legend(ax, entries, names)


def _sample_demands(needed: FloatArray) -> list[float]:
    """Return a few round demands that show how width reads."""
    from matplotlib.ticker import MaxNLocator

    if not len(needed):
        return []
    least, most = float(needed.min()), float(needed.max())
    round_ones = MaxNLocator(3, steps=[1, 2, 5, 10]).tick_values(0, most)[1:]
    samples = [round_ones[0] / 5, *round_ones]
    return [value for value in samples if 0.5 * least <= value <= 1.1 * most] or [most]
