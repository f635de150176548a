"""Draw the load of each vehicle of a fleet over the distance that it drives."""

from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from arcload.model.arguments import require
from arcload.model.crossing import Crossing
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.model.result_file import StatedResult
from arcload.model.types import FloatArray
from arcload.model.units import quantity
from arcload.views.plotting.canvas import INK, SMALL, axes_or_new, number, require_loads, with_unit
from arcload.views.vehicle_colours import vehicle_colour

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_STRIPS = 60
"""Vehicles that are drawn; more would be too thin to read."""

_STRIP, _THIN_STRIP, _FEW = 0.36, 0.2, 10  # inches of a strip, and how many are few
_GAP = 0.15  # of a strip, between two of them
_PALE = 0.45  # opacity of deadheads
_NAMED = 30  # strips up to which each has its number


def plot_fleet_load(plan: Plan | Result | StatedResult, ax: "Axes | None" = None) -> "Axes":
    """Draw a strip per vehicle with what is on board over the distance driven.

    A refill is a jump. Deadheads are paler. All strips have one scale.

    Parameters
    ----------
    plan
        A plan, a result, or what the file of a result states.
    ax
        Axes to draw in; by default those of a new figure.
    """
    require(plan, "plan", Plan, Result, StatedResult)
    walks = _walks(plan)
    for walk in walks:
        require_loads(walk)
    ax = axes_or_new(ax)
    most = max((max(c.load_before, c.load_after) for c in chain(*walks)), default=0.0)
    for row, walk in enumerate(walks[:MOST_STRIPS], start=1):
        _draw_strip(ax, row, walk, most or 1.0)
    units = plan if isinstance(plan, StatedResult) else plan_of(plan).instance
    _dress(ax, walks, units.length_unit, quantity(most, units.load_unit))
    return ax


def strips_height(plan: Plan | Result | StatedResult) -> float:
    """Return how many inches the strips of a plan need: each has more if they are few."""
    routes = (plan.routes or ()) if isinstance(plan, StatedResult) else plan_of(plan).driven
    rows = min(len(routes), MOST_STRIPS)
    return rows * (_STRIP if rows <= _FEW else _THIN_STRIP)


def _walks(plan: Plan | Result | StatedResult) -> list[tuple[Crossing, ...]]:
    """Return the walk of each vehicle."""
    if not isinstance(plan, StatedResult):
        return [route.walk for route in plan_of(plan).driven]
    return [
        tuple(chain.from_iterable(trip.driven().walk for trip in route.trips))
        for route in plan.routes or ()
    ]


def _draw_strip(ax: "Axes", row: int, walk: tuple[Crossing, ...], most: float) -> None:
    from matplotlib.collections import PolyCollection

    reached = np.cumsum([0.0, *(crossing.length for crossing in walk)])
    floor = row + 0.5 - _GAP / 2
    ax.plot([0, reached[-1]], [floor, floor], color=INK, linewidth=0.5, zorder=1)
    for served in (False, True):
        areas = [
            _area(reached[at], reached[at + 1], floor, crossing, most)
            for at, crossing in enumerate(walk)
            if crossing.served == served and max(crossing.load_before, crossing.load_after) > 0
        ]
        ax.add_collection(
            PolyCollection(
                areas,
                facecolors=vehicle_colour(row),
                alpha=1.0 if served else _PALE,
                linewidths=0,
                antialiaseds=False,  # no pale seams between neighbours
                zorder=2,
                label=f"vehicle {row} {'serving' if served else 'deadhead'}",
            )
        )


def _area(left: float, right: float, floor: float, crossing: Crossing, most: float) -> FloatArray:
    """Return the corners of a crossing's area; one strip is 1 high, and y points down."""
    before, after = (
        floor - (1 - _GAP) * load / most for load in (crossing.load_before, crossing.load_after)
    )
    return np.array([(left, floor), (left, before), (right, after), (right, floor)])


def _dress(ax: "Axes", walks: list[tuple[Crossing, ...]], unit: str, most: str) -> None:
    rows = min(len(walks), MOST_STRIPS)
    longest = max((sum(crossing.length for crossing in walk) for walk in walks), default=0.0)
    ax.set_xlim(0, longest or 1)
    ax.set_ylim(rows + 0.5, 0.5)
    ax.set_xlabel(with_unit("distance driven", unit), fontsize=SMALL, color=INK)
    step = 1 if rows <= _NAMED else 5
    ax.set_yticks(range(1, rows + 1, step))
    more = f" (the first {rows} of {len(walks)})" if len(walks) > rows else ""
    ax.set_ylabel(f"vehicle{more}, each up to {most}", fontsize=SMALL, color=INK)
    ax.xaxis.set_major_formatter(lambda value, _: number(value))
    ax.locator_params(axis="x", nbins=8)
    ax.tick_params(labelsize=SMALL, labelcolor=INK, color=INK)
    ax.tick_params(axis="y", length=0)
    ax.spines[["top", "right", "left"]].set_visible(False)
