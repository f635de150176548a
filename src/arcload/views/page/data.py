"""What a page knows of a plan: short lists of numbers that its script unfolds."""

import math
from typing import Any

from arcload._version import __version__
from arcload.model.driven_route import DrivenRoute
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.model.street_hours import street_hours
from arcload.model.street_list import street_list
from arcload.model.units import CostUnit
from arcload.model.vehicle import Free
from arcload.views.page.crossing_columns import FORWARD, crossing_columns
from arcload.views.page.grid import Grid
from arcload.views.page.short import short, shortened
from arcload.views.page.street_columns import street_columns
from arcload.views.place_names import place_names
from arcload.views.plotting.canvas import drawn_scale
from arcload.views.plotting.drawn_courses import drawn_courses
from arcload.views.plotting.plane import on_plane
from arcload.views.route_name import route_name

_HOURS = 8  # decimals of hours


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
    grid = Grid([*along, *([] if plane.coordinates is None else [plane.coordinates])])
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
        "loadFactors": sorted({short(vehicle.load_factor) for vehicle in instance.vehicles}),
        "size": grid.size,
        "lengthOfStep": None if scale is None else short(grid.step / scale),
        "start": _place(plane, plane.start, grid),
        "end": _place(plane, plane.end, grid),
        "closed": not isinstance(plane.start, Free) and plane.start == plane.end,
        "streets": street_columns(plane, along, grid),
        "plans": [_plan(solution, plane) for solution in solutions],
    } | (_fleet(plane, grid) if instance.is_fleet else {})


def _place(plane: Instance, place: object, grid: Grid) -> list[int] | None:
    if isinstance(place, Free) or plane.coordinates is None:
        return None
    node = plane.node_index(place)  # type: ignore[arg-type]
    return grid.whole(plane.coordinates[node : node + 1])[0]


def _fleet(plane: Instance, grid: Grid) -> dict[str, Any]:
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
        "cost": short(plan.cost),
        "totalLength": short(plan.length),
        "deadhead": short(plan.deadhead_length),
        "loadDistance": short(plan.load_distance),
        "turnLength": short(plan.turn_length),
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
    walk, columns = route.walk, crossing_columns(route.walk, plane)
    lengths = [
        plane.lengths[edge, 0 if flags & FORWARD else 1]
        for edge, flags in zip(columns["edge"], columns["flags"], strict=True)
    ]
    by_street = street_hours(route.instance, route.vehicle)
    hours = None if by_street is None else by_street.along(route.instance, walk)
    return {
        **columns,
        "length": shortened(lengths),
        "curbWeight": short(route.vehicle.curb_weight),
        "loadFactor": short(route.vehicle.load_factor),
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
            visits.append([crossings + trip.visit, place, short(trip.load), short(stop)])
        crossings += len(trip.walk)
    return {
        "name": route_name(number, route.vehicle),
        "visits": visits,
        "cost": short(route.cost),
        "totalLength": short(route.length),
        "hours": _known(route.hours),
        "litres": _known(route.litres),
        "carried": short(sum(trip.load for trip in route.trips)),
    }


def _gap(solution: Result | Plan) -> float | None:
    gap = solution.gap if isinstance(solution, Result) else None
    return None if gap is None or not math.isfinite(gap) else short(gap)


def _known(value: float | None) -> float | None:
    return None if value is None else short(value)
