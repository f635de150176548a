"""Draw the load on board over the distance driven."""

from typing import TYPE_CHECKING

import numpy as np

from arcload.model.arguments import require
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.model.result_file import StatedResult
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
from arcload.views.plotting.fleet_load import plot_fleet_load

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_EMPTY = "#d3d9e0"
_ONE_LINE = 7.0  # inches that a legend in one line needs
_PALE = 0.4  # opacity of deadheads


def plot_load(plan: Plan | Result | StatedResult, ax: "Axes | None" = None) -> "Axes":
    """Draw curb weight and load over the distance driven; the shaded area is the cost.

    The colours are those of `plot_tour`; deadheads are paler, and their load stays the same. The
    load of a fleet is drawn as `plot_fleet_load` does.

    Parameters
    ----------
    plan
        A tour, a result, or what the file of a result states.
    ax
        Axes to draw in; by default those of a new figure.
    """
    require(plan, "plan", Plan, Result, StatedResult)
    tour = plan if isinstance(plan, StatedResult) else plan_of(plan)
    if _is_fleet(tour):
        return plot_fleet_load(tour, ax)
    require_loads(tour.walk)
    ax = axes_or_new(ax)
    W, b = _weights(tour)
    reached = np.cumsum([0.0, *(crossing.length for crossing in tour.walk)])
    before = np.array([crossing.load_before for crossing in tour.walk])
    after = np.array([crossing.load_after for crossing in tour.walk])
    areas = _areas(reached, W, b * before, b * after)
    ax.fill_between([0, reached[-1]], W, color=_EMPTY, linewidth=0, label="empty vehicle")
    full = max(before.max(initial=0), after.max(initial=0))
    _shade(ax, areas, (before + after) / 2, full)
    _veil(ax, areas[[not crossing.served for crossing in tour.walk]])
    _draw_curve(ax, reached, W, b * before, b * after)
    _dress(ax, tour, W + b * full, b)
    _draw_legend(ax, tour, W, b)
    return ax


def _is_fleet(plan: Plan | StatedResult) -> bool:
    return not plan.is_tour if isinstance(plan, StatedResult) else plan.instance.is_fleet


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


def _dress(ax: "Axes", tour: Plan | StatedResult, top: float, b: float) -> None:
    units = tour if isinstance(tour, StatedResult) else tour.instance
    ax.set_xlim(0, tour.length or 1)
    ax.set_ylim(0, 1.06 * top or 1)
    ax.set_xlabel(with_unit("distance driven", units.length_unit), fontsize=SMALL, color=INK)
    load = "load" if b == 1 else f"{number(b)} x load"
    ax.set_ylabel(with_unit(f"vehicle and {load}", units.load_unit), fontsize=SMALL, color=INK)
    ax.locator_params(axis="x", nbins=8)
    for axis in (ax.xaxis, ax.yaxis):
        axis.set_major_formatter(lambda value, _: number(value))
    ax.tick_params(labelsize=SMALL, labelcolor=INK, color=INK)
    ax.spines[["top", "right"]].set_visible(False)


def _draw_legend(ax: "Axes", tour: Plan | StatedResult, W: float, b: float) -> None:
    from matplotlib.patches import Patch

    if not tour.cost:
        return
    carried = [(c.served, c.length * (c.load_before + c.load_after) / 2) for c in tour.walk]
    serving, deadhead = (b * sum(way for s, way in carried if s == kind) for kind in (True, False))
    empty = W * tour.length
    colour = load_colours(1.0)[0](0.6)
    parts = [
        ("load while serving", serving, Patch(color=colour, linewidth=0)),
        ("load on deadheads", deadhead, Patch(color=colour, alpha=_PALE, linewidth=0)),
        ("empty vehicle", empty, Patch(facecolor=_EMPTY, edgecolor=INK, linewidth=0.6)),
    ]
    ax.legend(
        [patch for _, _, patch in parts],
        [f"{name}, {percent(cost / tour.cost, 0)} of the cost" for name, cost, _ in parts],
        loc="upper center",
        bbox_to_anchor=(0.5, 0.0),
        ncols=len(parts) if inches_wide(ax) >= _ONE_LINE else 1,
        borderaxespad=4.2,  # below the label of the axis
        frameon=False,
        fontsize=SMALL,
        labelcolor=INK,
    )


def _weights(tour: Plan | StatedResult) -> tuple[float, float]:
    """Return the curb weight and the load factor."""
    if isinstance(tour, Plan):
        return tour.instance.curb_weight, tour.instance.load_factor
    vehicle = tour.vehicle()
    if "curb_weight" in vehicle:
        return float(vehicle["curb_weight"]), float(vehicle["load_factor"])
    return (tour.cost - tour.load_distance) / tour.length if tour.length else 0.0, 1.0
