"""What a page knows of a plan: short lists of numbers that its script unfolds."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from arcload._version import __version__
from arcload.model.driven_route import DrivenRoute
from arcload.model.gap_words import gap_words
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.model.street_hours import street_hours
from arcload.model.street_list import street_list
from arcload.model.types import Id
from arcload.model.units import CostUnit
from arcload.model.vehicle import Free
from arcload.views.page.crossing_columns import FORWARD, crossing_columns
from arcload.views.page.grid import Grid
from arcload.views.page.short import short, shortened
from arcload.views.page.street_columns import one_way, street_columns
from arcload.views.place_names import place_names
from arcload.views.plotting.canvas import drawn_scale
from arcload.views.plotting.drawn_courses import drawn_courses
from arcload.views.plotting.plane import on_plane
from arcload.views.route_name import route_name

_HOURS = 8  # decimals of hours


def page_data(
    plan: Plan | Result,
    baseline: Plan | Result | None = None,
    *,
    is_today: bool = False,
    other: str = "",
    network: Instance | None = None,
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
    other
        What it is called where it is neither of these, but a plan of its own instance.
    network
        What is drawn, with all streets and nodes of both; by default the network of the plan.
    """
    instance = plan_of(plan).instance
    plane = on_plane(instance if network is None else network)
    along = drawn_courses(plane)
    grid = Grid([*along, *([] if plane.coordinates is None else [plane.coordinates])])
    scale = drawn_scale(plane, along)
    solutions = [solution for solution in (plan, baseline) if solution]
    instances = [instance, *(plan_of(one).instance if other else instance for one in solutions[1:])]
    places = {node: name for one in instances[::-1] for node, name in place_names(one).items()}
    fleet = any(one.is_fleet for one in instances)
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
        **({"other": other, "alike": instances[-1] == instance} if other else {}),
        "loadFactors": sorted({short(vehicle.load_factor) for vehicle in instance.vehicles}),
        "size": grid.size,
        "lengthOfStep": None if scale is None else short(grid.step / scale),
        "start": _place(plane, instance.start, grid),
        "end": _place(plane, instance.end, grid),
        "closed": not isinstance(instance.start, Free) and instance.start == instance.end,
        "streets": street_columns(plane, along, grid)
        | ({} if network is None else _as_solved(instance, plane)),
        "plans": [
            _plan(solution, plane, needed, list(places) if fleet else None)
            | _other_demands(needed, instance, plane)
            for solution, needed in zip(solutions, instances, strict=True)
        ],
    } | (_fleet(plane, places, grid) if fleet else {})


def _place(plane: Instance, place: object, grid: Grid) -> list[int] | None:
    if isinstance(place, Free) or plane.coordinates is None:
        return None
    node = plane.node_index(place)  # type: ignore[arg-type]
    return grid.whole(plane.coordinates[node : node + 1])[0]


def _fleet(plane: Instance, places: Mapping[Id, str], grid: Grid) -> dict[str, Any]:
    """Return what a page knows of a fleet beside its routes."""
    return {
        "fleet": True,
        "places": [
            {"name": name, "at": _place(plane, node, grid)} for node, name in places.items()
        ],
    }


def _as_solved(instance: Instance, plane: Instance) -> dict[str, Any]:
    """Return what the drawn streets need and where they are one-way, as in an instance."""
    demands, lengths = np.zeros(len(plane.edges)), plane.lengths.copy()
    own = [plane.edge_index(edge) for edge in instance.edges]
    demands[own], lengths[own] = instance.demands, instance.lengths
    return {"demand": shortened(demands), "oneWay": one_way(lengths)}


def _other_demands(needed: Instance, instance: Instance, plane: Instance) -> dict[str, Any]:
    """Return the demands, by the indices of streets, that are others in the instance of a plan."""
    if needed is instance:
        return {}
    before = {edge: instance.demands.item(k) for k, edge in enumerate(instance.edges)}
    others = {
        plane.edge_index(edge): short(needed.demands.item(k))
        for k, edge in enumerate(needed.edges)
        if needed.demands.item(k) != before.get(edge, 0.0)
    }
    return {"demands": others}


def _plan(
    solution: Plan | Result, plane: Instance, needed: Instance, places: Sequence[Id] | None
) -> dict[str, Any]:
    """Return a plan that should serve what an instance needs; `places` are those of fleets."""
    plan = plan_of(solution)
    served = {*plan.order}
    needs = (needed.edges[k] for k in needed.served.tolist())
    return {
        "routes": [
            _route(number, route, plane)
            | ({} if places is None else _of_fleet(number, route, places))
            for number, route in enumerate(plan.driven, 1)
        ],
        "unserved": [plane.edge_index(edge) for edge in needs if edge not in served],
        "cost": short(plan.cost),
        "totalLength": short(plan.length),
        "deadhead": short(plan.deadhead_length),
        "loadDistance": short(plan.load_distance),
        "turnLength": short(plan.turn_length),
        "hours": _known(plan.hours) if plan.driven else None,
        "litres": _known(plan.litres),
        "fuelCost": _known(plan.fuel_cost),
        "served": len(plan.order),
        **_proven(solution),
    }


def _route(number: int, route: DrivenRoute, plane: Instance) -> dict[str, Any]:
    """Return the crossings of a route."""
    walk, columns = route.walk, crossing_columns(route.walk, plane)
    own = route.instance
    lengths = [
        own.lengths[own.edge_index(crossing.edge), 0 if flags & FORWARD else 1]
        for crossing, flags in zip(walk, columns["flags"], strict=True)
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
    }


def _of_fleet(number: int, route: DrivenRoute, places: Sequence[Id]) -> dict[str, Any]:
    """Return what a route adds to its crossings as one of a fleet."""
    minutes = {place.node: place.stop_minutes for place in route.instance.places}
    visits, crossings = [], 0
    for trip in route.trips:
        if trip.facility is not None:
            place, stop = places.index(trip.facility), minutes[trip.facility] / 60
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


def _proven(solution: Result | Plan) -> dict[str, Any]:
    """Return how far a plan may be from the best one, as a share and in words."""
    if not isinstance(solution, Result) or solution.gap is None:
        return {"gap": None, "gapWords": ""}
    word = "plan" if solution.plan.instance.is_fleet else "tour"
    words = gap_words(solution.gap, word, solution.method)
    return {"gap": short(solution.gap), "gapWords": words}


def _known(value: float | None) -> float | None:
    return None if value is None else short(value)
