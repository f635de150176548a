"""Draw the load on board over the distance driven."""

from typing import TYPE_CHECKING

import numpy as np

from arcload.model.arguments import require
from arcload.model.result import Result
from arcload.model.types import FloatArray
from arcload.model.units import percent
from arcload.views.plotting.canvas import (
    INK,
    SMALL,
    axes_or_new,
    inches_wide,
    load_colours,
    number,
    require_loads,
    with_unit,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_EMPTY = "#d3d9e0"
_ONE_LINE = 7.0  # inches that a legend in one line needs
_PALE = 0.4  # opacity of deadheads


def plot_load(result: Result, ax: "Axes | None" = None) -> "Axes":
    """Draw curb weight and load over the distance driven; the shaded area is the cost.

    The colours are those of `plot_tour`; deadheads are paler, and their load stays the same.

    Parameters
    ----------
    result
        A result.
    ax
        Axes to draw in; by default those of a new figure.
    """
    require(result, "result", Result)
    require_loads(result.walk)
    ax = axes_or_new(ax)
    W, b = _curb_weight(result), float(result.settings.get("load_factor", 1.0))
    reached = np.cumsum([0.0, *(crossing.length for crossing in result.walk)])
    before = np.array([crossing.load_before for crossing in result.walk])
    after = np.array([crossing.load_after for crossing in result.walk])
    areas = _areas(reached, W, b * before, b * after)
    ax.fill_between([0, reached[-1]], W, color=_EMPTY, linewidth=0, label="empty vehicle")
    full = max(before.max(initial=0), after.max(initial=0))
    _shade(ax, areas, (before + after) / 2, full)
    _veil(ax, areas[[not crossing.served for crossing in result.walk]])
    _draw_curve(ax, reached, W, b * before, b * after)
    _dress(ax, result, W + b * full, b)
    _draw_legend(ax, result, W, b)
    return ax


def _areas(reached: FloatArray, W: float, before: FloatArray, after: FloatArray) -> FloatArray:
    """Return the four corners of each crossing's area between W and W + load factor * load."""
    floor = np.full(len(before), W)
    x = np.column_stack([reached[:-1], reached[:-1], reached[1:], reached[1:]])
    y = np.column_stack([floor, W + before, W + after, floor])
    return np.stack([x, y], axis=-1)


def _shade(ax: "Axes", areas: FloatArray, loads: FloatArray, full: float) -> None:
    from matplotlib.collections import PolyCollection

    colours, limits = load_colours(full)
    shade = PolyCollection(
        list(areas),
        cmap=colours,
        norm=limits,
        linewidths=0,
        antialiaseds=False,  # no pale seams between neighbours
        label="load",
    )
    shade.set_array(loads)
    ax.add_collection(shade)


def _veil(ax: "Axes", areas: FloatArray) -> None:
    from matplotlib.collections import PolyCollection

    ax.add_collection(
        PolyCollection(
            list(areas),
            facecolors="white",
            alpha=1 - _PALE,
            linewidths=0,
            zorder=2,
            label="deadhead",
        )
    )


def _draw_curve(
    ax: "Axes", reached: FloatArray, W: float, before: FloatArray, after: FloatArray
) -> None:
    heights = W + np.append(before[:1], after)
    ax.plot(reached[: len(heights)], heights, color=INK, linewidth=1.2, zorder=4)


def _dress(ax: "Axes", result: Result, top: float, b: float) -> None:
    ax.set_xlim(0, result.length or 1)
    ax.set_ylim(0, 1.06 * top or 1)
    ax.set_xlabel(with_unit("distance driven", result.length_unit), fontsize=SMALL, color=INK)
    load = "load" if b == 1 else f"{number(b)} x load"
    ax.set_ylabel(with_unit(f"vehicle and {load}", result.load_unit), fontsize=SMALL, color=INK)
    ax.locator_params(axis="x", nbins=8)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda value, _: number(value))
    ax.tick_params(labelsize=SMALL, labelcolor=INK, color=INK)
    ax.spines[["top", "right"]].set_visible(False)


def _draw_legend(ax: "Axes", result: Result, W: float, b: float) -> None:
    from matplotlib.patches import Patch

    if not result.cost:
        return
    carried = [(c.served, c.length * (c.load_before + c.load_after) / 2) for c in result.walk]
    serving, deadhead = (b * sum(way for s, way in carried if s == kind) for kind in (True, False))
    empty = W * result.length
    colour = load_colours(1.0)[0](0.6)
    parts = [
        ("load while serving", serving, Patch(color=colour, linewidth=0)),
        ("load on deadheads", deadhead, Patch(color=colour, alpha=_PALE, linewidth=0)),
        ("empty vehicle", empty, Patch(facecolor=_EMPTY, edgecolor=INK, linewidth=0.6)),
    ]
    ax.legend(
        [patch for _, _, patch in parts],
        [f"{name}, {percent(cost / result.cost, 0)} of the cost" for name, cost, _ in parts],
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        ncols=len(parts) if inches_wide(ax) >= _ONE_LINE else 1,
        borderaxespad=4.2,  # below the label of the axis
        frameon=False,
        fontsize=SMALL,
        labelcolor=INK,
    )


def _curb_weight(result: Result) -> float:
    stated = result.settings.get("curb_weight")
    if stated is None:
        return (result.cost - result.load_distance) / result.length if result.length else 0.0
    return float(stated)
