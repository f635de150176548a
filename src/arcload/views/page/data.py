"""What a page knows of a plan: short lists of numbers that its script unfolds."""

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import numpy as np

from arcload._version import __version__
from arcload.model.courses import drives_forward
from arcload.model.driven_route import DrivenRoute
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.model.street_hours import street_hours
from arcload.model.street_list import street_list
from arcload.model.types import FloatArray
from arcload.model.units import CostUnit
from arcload.model.vehicle import Free
from arcload.views.place_names import place_names
from arcload.views.plotting.canvas import drawn_scale
from arcload.views.plotting.drawn_courses import drawn_courses
from arcload.views.plotting.plane import on_plane
from arcload.views.route_name import route_name

_STEPS = 100_000  # of the grid on which points lie, along the longer side of the map
_DIGITS = 9  # of loads and lengths
_HOURS = 8  # decimals of hours
_FORWARD, _SERVED = 1, 2  # flags of a crossing
_ONE_WAY, _ONE_WAY_BACK = 1, 2


def page_data(
    plan: Plan | Result, baseline: Plan | Result | None = None, *, is_today: bool = False
) -> dict[str, Any]:
    """Return the network and its plans, ready for JSON.

    Points are whole numbers on a grid with y downwards, each point of a street after its first
    as the step from the one before.

    Parameters
    ----------
    plan
        A tour or a result, of an instance with coordinates.
    baseline
        A tour to compare it with.
    is_today
        Whether that is the route that is driven today; else it is the shortest one.
    """
    instance = plan_of(plan).instance
    plane = on_plane(instance)
    along = drawn_courses(plane)
    grid = _Grid([*along, *([] if plane.coordinates is None else [plane.coordinates])])
    scale = drawn_scale(plane, along)
    solutions = [solution for solution in (plan, baseline) if solution]
    greatest = max(solution.cost for solution in solutions)
    cost_unit = CostUnit.of(greatest, instance.length_unit, instance.load_unit)
    return {
        "version": __version__,
        "name": instance.name,
        "lengthUnit": instance.length_unit,
        "loadUnit": instance.load_unit,
        "costUnit": cost_unit.label,
        "costFactor": cost_unit.factor,
        "mode": instance.mode,
        "isToday": is_today,
        "loadFactors": sorted({_short(vehicle.load_factor) for vehicle in instance.vehicles}),
        "size": grid.size,
        "lengthOfStep": None if scale is None else _short(grid.step / scale),
        "start": _place(plane, plane.start, grid),
        "end": _place(plane, plane.end, grid),
        "closed": not isinstance(plane.start, Free) and plane.start == plane.end,
        "streets": _streets(plane, along, grid),
        "plans": [_plan(solution, plane) for solution in solutions],
    } | (_fleet(plane, grid) if instance.is_fleet else {})


class _Grid:
    """Whole numbers for the points of a map.

    Parameters
    ----------
    points
        All that is to be on the map.
    """

    def __init__(self, points: list[FloatArray]) -> None:
        everything = np.concatenate([np.zeros((0, 2)), *points])
        self._low = everything.min(axis=0, initial=np.inf) if len(everything) else np.zeros(2)
        high = everything.max(axis=0, initial=-np.inf) if len(everything) else np.zeros(2)
        extent = high - self._low
        self.step = float(extent.max()) / _STEPS or 1.0
        self._top = float(high[1])
        self.size = [round(side / self.step) for side in extent.tolist()]

    def whole(self, points: FloatArray) -> list[list[int]]:
        """Return the points on the grid, y downwards."""
        x = (points[:, 0] - self._low[0]) / self.step
        y = (self._top - points[:, 1]) / self.step
        return np.rint(np.column_stack([x, y])).astype(int).tolist()  # type: ignore[no-any-return]

    def steps(self, course: FloatArray) -> list[int]:
        """Return the first point of a course and the steps to the others, none of them 0."""
        points = self.whole(course)
        flat = points[0].copy()
        for (x, y), (to_x, to_y) in pairwise(points):
            if (x, y) != (to_x, to_y):
                flat += [to_x - x, to_y - y]
        return flat if len(flat) > 2 else [*flat, 0, 0]


def _place(plane: Instance, place: object, grid: _Grid) -> list[int] | None:
    if isinstance(place, Free) or plane.coordinates is None:
        return None
    node = plane.node_index(place)  # type: ignore[arg-type]
    return grid.whole(plane.coordinates[node : node + 1])[0]


def _streets(plane: Instance, along: list[FloatArray], grid: _Grid) -> dict[str, Any]:
    names = plane.names or ("",) * len(plane.edges)
    labels = [name or f"street {edge}" for name, edge in zip(names, plane.edges, strict=True)]
    number = {label: position for position, label in enumerate(dict.fromkeys(labels))}
    allowed = np.isfinite(plane.lengths)
    one_way = np.where(allowed.all(axis=1), 0, np.where(allowed[:, 0], _ONE_WAY, _ONE_WAY_BACK))
    return {
        "names": list(number),
        "name": [number[label] for label in labels],
        "demand": _shortened(plane.demands.tolist()),
        "oneWay": one_way.tolist(),
        "course": [grid.steps(course) for course in along],
    }


def _fleet(plane: Instance, grid: _Grid) -> dict[str, Any]:
    """Return what a page knows of a fleet beside its routes."""
    return {
        "fleet": True,
        "places": [
            {"name": name, "at": _place(plane, node, grid)}
            for node, name in place_names(plane).items()
        ],
    }


def _plan(solution: Plan | Result, plane: Instance) -> dict[str, Any]:
    plan = plan_of(solution)
    served = {*plan.order}
    return {
        "routes": [_route(number, route, plane) for number, route in enumerate(plan.driven, 1)],
        "unserved": [k for k in plane.served.tolist() if plane.edges[k] not in served],
        "cost": _short(plan.cost),
        "totalLength": _short(plan.length),
        "deadhead": _short(plan.deadhead_length),
        "loadDistance": _short(plan.load_distance),
        "turnLength": _short(plan.turn_length),
        "hours": _known(plan.hours) if plan.driven else None,
        "litres": _known(plan.litres),
        "fuelCost": _known(plan.fuel_cost),
        "served": len(plan.order),
        "method": getattr(solution, "method", ""),
        "status": getattr(solution, "status", ""),
        "gap": _gap(solution),
    }


def _route(number: int, route: DrivenRoute, plane: Instance) -> dict[str, Any]:
    """Return the crossings of a route, and what it adds to them as one of a fleet."""
    walk = route.walk
    edges = [plane.edge_index(crossing.edge) for crossing in walk]
    forward = [
        drives_forward(crossing, plane, edge) for crossing, edge in zip(walk, edges, strict=True)
    ]
    lengths = [
        plane.lengths[edge, 0 if ahead else 1] for edge, ahead in zip(edges, forward, strict=True)
    ]
    loads = [crossing.load_before for crossing in walk]
    loads += [crossing.load_after for crossing in walk[-1:]]
    by_street = street_hours(route.instance, route.vehicle)
    hours = None if by_street is None else by_street.along(route.instance, walk)
    return {
        "edge": edges,
        "flags": [
            _FORWARD * ahead + _SERVED * crossing.served
            for crossing, ahead in zip(walk, forward, strict=True)
        ],
        "length": _shortened(lengths),
        "load": _shortened(loads),
        "curbWeight": _short(route.vehicle.curb_weight),
        "loadFactor": _short(route.vehicle.load_factor),
        "lasts": None if hours is None else [round(value, _HOURS) for value in hours],
        "leave": None if hours is None else route.vehicle.leave,
        "rows": [
            [row.crossings.start, plane.edge_index(row.edge)]
            for row in street_list(route)
            if row.edge is not None
        ],
    } | (_of_fleet(number, route, plane) if plane.is_fleet else {})


def _of_fleet(number: int, route: DrivenRoute, plane: Instance) -> dict[str, Any]:
    names = list(place_names(plane))
    minutes = {place.node: place.stop_minutes for place in plane.places}
    visits, crossings = [], 0
    for trip in route.trips:
        if trip.facility is not None:
            place, stop = names.index(trip.facility), minutes[trip.facility] / 60
            visits.append([crossings + trip.visit, place, _short(trip.load), _short(stop)])
        crossings += len(trip.walk)
    return {
        "name": route_name(number, route.vehicle),
        "visits": visits,
        "cost": _short(route.cost),
        "totalLength": _short(route.length),
        "hours": _known(route.hours),
        "litres": _known(route.litres),
        "carried": _short(sum(trip.load for trip in route.trips)),
    }


def _gap(solution: Result | Plan) -> float | None:
    gap = solution.gap if isinstance(solution, Result) else None
    return None if gap is None or not math.isfinite(gap) else _short(gap)


def _known(value: float | None) -> float | None:
    return None if value is None else _short(value)


def _shortened(values: Iterable[float]) -> list[float]:
    return [_short(value) for value in values]


def _short(value: float) -> float:
    """Return a number with no more digits than anyone reads, whole if it is."""
    from arcload.model.files import plain

    return plain(float(f"{value:.{_DIGITS}g}"))
