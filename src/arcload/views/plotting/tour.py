"""Draw a tour on the map."""

from typing import TYPE_CHECKING

import numpy as np

from arcload.model.arguments import require
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.model.types import BoolArray, FloatArray
from arcload.views.plotting.canvas import (
    GREY,
    INK,
    SMALL,
    draw_legend,
    frame_map,
    line_scale,
    load_colours,
    map_axes,
    mark_places,
    number,
    with_unit,
)
from arcload.views.plotting.drawn_courses import arrowheads, drawn_courses, symbol_size
from arcload.views.plotting.driven_paths import driven_paths
from arcload.views.plotting.plan import plot_plan
from arcload.views.plotting.plane import on_plane

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SERVED_WIDTH, _DEADHEAD_WIDTH = 3.6, 1.3  # points
_ASIDE = 0.09  # how far a deadhead lies to the right of the street, in typical streets
_ARROW = 0.055  # size of an arrow, in typical streets


def plot_tour(plan: Plan | Result, ax: "Axes | None" = None) -> "Axes":
    """Draw every crossing of a walk, coloured by the load on board.

    Served crossings are wide, with an arrow in the direction driven; deadheads are thin and
    dashed, to the right of the street. The plan of a fleet is drawn as `plot_plan` does.

    Parameters
    ----------
    plan
        A tour or a result, of an instance with coordinates.
    ax
        Axes to draw in; by default those of a new figure.
    """
    require(plan, "plan", Plan, Result)
    tour = plan_of(plan)
    if tour.instance.is_fleet:
        return plot_plan(tour, ax)
    ax = map_axes(ax)
    instance, walk = on_plane(tour.instance), tour.walk
    along = drawn_courses(instance)
    size = symbol_size(along)
    paths = driven_paths(walk, instance, along, _ASIDE * size)
    served = np.array([crossing.served for crossing in walk], dtype=bool)
    loads = np.array([(step.load_before + step.load_after) / 2 for step in walk])
    _draw_streets(ax, along)
    _draw_crossings(ax, instance, paths, loads, ~served, "deadhead")
    _draw_crossings(ax, instance, paths, loads, served, "serving")
    heads = arrowheads([paths[step] for step in np.flatnonzero(served)], _ARROW * size)
    _draw_arrows(ax, heads, loads[served] > instance.total_demand / 2)
    mark_places(ax, instance)
    _draw_load_bar(ax, instance)
    _draw_legend(ax, instance)
    frame_map(ax)
    return ax


def _draw_streets(ax: "Axes", along: list[FloatArray]) -> None:
    from matplotlib.collections import LineCollection

    ax.add_collection(LineCollection(along, linewidths=0.6, colors=GREY, zorder=1, label="streets"))


def _draw_crossings(
    ax: "Axes",
    instance: Instance,
    paths: list[FloatArray],
    loads: FloatArray,
    which: BoolArray,
    label: str,
) -> None:
    from matplotlib.collections import LineCollection

    colours, limits = load_colours(instance.total_demand)
    serving = label == "serving"
    lines = LineCollection(
        [paths[step] for step in np.flatnonzero(which)],
        cmap=colours,
        norm=limits,
        linewidths=(_SERVED_WIDTH if serving else _DEADHEAD_WIDTH) * line_scale(instance),
        linestyles="solid" if serving else (0, (2.5, 1.2)),
        joinstyle="round",
        zorder=3 if serving else 4,
        label=label,
    )
    if serving:
        lines.set_capstyle("round")
    lines.set_array(loads[which])
    ax.add_collection(lines)


def _draw_arrows(ax: "Axes", heads: FloatArray, on_dark: BoolArray) -> None:
    from matplotlib.collections import PolyCollection

    ax.add_collection(
        PolyCollection(
            list(heads),
            facecolors=np.where(on_dark, "white", INK).tolist(),
            edgecolors="none",
            zorder=5,
            label="direction",
        )
    )


def _draw_load_bar(ax: "Axes", instance: Instance) -> None:
    from matplotlib.cm import ScalarMappable

    colours, limits = load_colours(instance.total_demand)
    bar = ax.figure.colorbar(
        ScalarMappable(limits, colours), cax=ax.inset_axes((1.03, 0.1, 0.025, 0.8))
    )
    bar.set_label(with_unit("load on board", instance.load_unit), fontsize=SMALL, color=INK)
    bar.ax.yaxis.set_major_formatter(lambda value, _: number(value))
    bar.ax.tick_params(labelsize=SMALL, labelcolor=INK, color=INK, length=3)
    bar.outline.set_visible(False)


def _draw_legend(ax: "Axes", instance: Instance) -> None:
    from matplotlib.lines import Line2D

    scale = line_scale(instance)
    entries = [
        Line2D([], [], color=INK, linewidth=_SERVED_WIDTH * scale),
        Line2D([], [], color=INK, linewidth=_DEADHEAD_WIDTH * scale, linestyle=(0, (2.5, 1.2))),
    ]
    draw_legend(ax, entries, ["serving", "deadhead"])
