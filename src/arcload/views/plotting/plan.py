"""Draw the plan of a fleet on the map."""

from typing import TYPE_CHECKING

import numpy as np

from arcload.model.arguments import require
from arcload.model.driven_route import DrivenRoute
from arcload.model.errors import counted
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.model.types import FloatArray, Id
from arcload.model.units import quantity
from arcload.views.place_names import place_names
from arcload.views.plotting.canvas import (
    GREY,
    INK,
    SMALL,
    draw_legend,
    frame_map,
    line_scale,
    map_axes,
    mark_place,
)
from arcload.views.plotting.drawn_courses import arrowheads, drawn_courses, middle, symbol_size
from arcload.views.plotting.driven_paths import driven_paths
from arcload.views.plotting.plane import on_plane
from arcload.views.vehicle_colours import LIGHT, vehicle_colour

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SERVED_WIDTH, _DEADHEAD_WIDTH = 3.2, 1.1  # points
_DASHES = (2.5, 1.2)  # of deadheads, in widths
_ASIDE = 0.09  # how far a deadhead lies to the right of the street, in typical streets
_LANES = 2  # how many deadheads on one street lie beside each other
_ARROW = 0.05  # size of an arrow, in typical streets
_LOST = "#c2185b"


def plot_plan(plan: Plan | Result, ax: "Axes | None" = None) -> "Axes":
    """Draw the routes of a fleet, each in the colour of its vehicle.

    Served crossings are wide, with an arrow in the direction driven; deadheads are thin and
    dashed, to the right of the street. Facilities are named with what is loaded or unloaded there,
    and streets left out are hollow. After ten vehicles the colours repeat; the numbers on the map
    tell them apart.

    Parameters
    ----------
    plan
        A plan or a result, of an instance with coordinates.
    ax
        Axes to draw in; by default those of a new figure.
    """
    require(plan, "plan", Plan, Result)
    ax = map_axes(ax)
    driven = plan_of(plan)
    instance = on_plane(driven.instance)
    along = drawn_courses(instance)
    size = symbol_size(along)
    _draw_lines(ax, along, GREY, 0.6, 1, "streets")
    for number, route in enumerate(driven.driven, start=1):
        _draw_route(ax, instance, number, route, along, size)
    _draw_left_out(ax, instance, driven, along)
    for number, route in enumerate(driven.driven, start=1):
        _draw_number(ax, instance, number, route, along)
    _mark_facilities(ax, instance, driven)
    _draw_legend(ax, instance, driven)
    frame_map(ax)
    return ax


def _draw_route(
    ax: "Axes",
    instance: Instance,
    number: int,
    route: DrivenRoute,
    along: list[FloatArray],
    size: float,
) -> None:
    """Draw the crossings of one vehicle; the dashes of several begin at other points."""
    from matplotlib.collections import PolyCollection

    paths = driven_paths(route.walk, instance, along, _ASIDE * size, lanes=_LANES)
    served = [path for path, step in zip(paths, route.walk, strict=True) if step.served]
    deadheads = [path for path, step in zip(paths, route.walk, strict=True) if not step.served]
    colour, scale = vehicle_colour(number), line_scale(instance)
    dashes = (number % 3 * sum(_DASHES) / 3, _DASHES)
    name = f"vehicle {number}"
    _draw_lines(ax, deadheads, colour, _DEADHEAD_WIDTH * scale, 4, f"{name} deadhead", dashes)
    _draw_lines(ax, served, colour, _SERVED_WIDTH * scale, 3, f"{name} serving")
    heads = arrowheads(served, _ARROW * size)
    ink = ink_on(colour)
    ax.add_collection(PolyCollection(list(heads), facecolors=ink, edgecolors="none", zorder=5))


def _draw_lines(
    ax: "Axes",
    paths: list[FloatArray],
    colour: str,
    width: float,
    zorder: float,
    label: str,
    dashes: tuple[float, tuple[float, float]] | None = None,
) -> None:
    from matplotlib.collections import LineCollection

    lines = LineCollection(
        paths,
        colors=colour,
        linewidths=width,
        linestyles="solid" if dashes is None else [dashes],
        joinstyle="round",
        zorder=zorder,
        label=label,
    )
    if dashes is None:
        lines.set_capstyle("round")
    ax.add_collection(lines)


def _draw_left_out(ax: "Axes", instance: Instance, plan: Plan, along: list[FloatArray]) -> None:
    paths = [along[instance.edge_index(edge)] for edge in plan.unserved]
    width = _SERVED_WIDTH * line_scale(instance)
    _draw_lines(ax, paths, _LOST, width + 1.6, 2, "left out")
    _draw_lines(ax, paths, "white", max(0.4, width - 0.6), 2.1, "")


def _draw_number(
    ax: "Axes", instance: Instance, number: int, route: DrivenRoute, along: list[FloatArray]
) -> None:
    """Write the number of a vehicle on the middle one of its streets."""
    served = [step for step in route.walk if step.served]
    if not served:
        return
    (x, y), _ = middle(along[instance.edge_index(served[len(served) // 2].edge)])
    colour = vehicle_colour(number)
    ax.text(
        float(x),
        float(y),
        str(number),
        fontsize=SMALL - 1.5,
        fontweight="bold",
        color=ink_on(colour),
        ha="center",
        va="center",
        bbox={"boxstyle": "round,pad=0.25", "facecolor": colour, "edgecolor": "white"},
        zorder=6,
        clip_on=False,
    )


def _mark_facilities(ax: "Axes", instance: Instance, plan: Plan) -> None:
    loads: dict[Id | None, list[float]] = {}
    for route in plan.driven:
        for trip in route.trips:
            loads.setdefault(trip.facility, []).append(trip.load)
    for node, name in place_names(instance).items():
        text = name
        if node in loads:
            moved = quantity(round(sum(loads[node]), 6), instance.load_unit)
            text = f"{name}\n{counted(len(loads[node]), 'trip')}: {moved}"
        mark_place(ax, instance, node, text, INK)


def _draw_legend(ax: "Axes", instance: Instance, plan: Plan) -> None:
    from matplotlib.lines import Line2D

    scale, routes = line_scale(instance), len(plan.driven)
    width = max(1.5, _SERVED_WIDTH * scale)
    entries = [
        Line2D([], [], color=vehicle_colour(number), linewidth=width)
        for number in range(1, routes + 1)
        if routes <= len(LIGHT)
    ]
    names = [f"vehicle {number}" for number in range(1, len(entries) + 1)]
    entries += [
        Line2D([], [], color=INK, linewidth=width),
        Line2D([], [], color=INK, linewidth=_DEADHEAD_WIDTH * scale, linestyle=(0, _DASHES)),
    ]
    names += ["serving", "deadhead"]
    if plan.unserved:
        entries.append(Line2D([], [], color=_LOST, linewidth=1.2))
        names.append(f"left out ({len(plan.unserved):,})")
    draw_legend(ax, entries, names)


def ink_on(colour: str) -> str:
    """Return the colour, dark or white, that can be read on another one."""
    red, green, blue = ((int(colour[at : at + 2], 16) / 255) ** 2.2 for at in (1, 3, 5))
    return INK if np.dot((red, green, blue), (0.2126, 0.7152, 0.0722)) > 0.3 else "white"
