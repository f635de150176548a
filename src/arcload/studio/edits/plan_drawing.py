"""A plan as the studio's map draws it over its network."""

from typing import Any

from arcload.model.driven_route import DrivenRoute
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.views.page.crossing_columns import crossing_columns
from arcload.views.page.short import short
from arcload.views.route_name import route_name


def plan_drawing(solution: Plan | Result, base: Instance) -> dict[str, Any]:
    """Return the routes of a plan by the indices of the base network, ready for JSON.

    Parameters
    ----------
    solution
        A plan of an instance that `edited` made of the base.
    base
        The instance that the map shows.
    """
    plan = plan_of(solution)
    return {
        "routes": [_route(number, route, base) for number, route in enumerate(plan.driven, 1)],
        "unserved": [base.edge_index(edge) for edge in plan.unserved],
    }


def _route(number: int, route: DrivenRoute, base: Instance) -> dict[str, Any]:
    return {
        "name": route_name(number, route.vehicle),
        **crossing_columns(route.walk, base),
        "visits": _visits(route, base),
        "cost": short(route.cost),
        "totalLength": short(route.length),
        "hours": None if route.hours is None else short(route.hours),
        "litres": None if route.litres is None else short(route.litres),
        "carried": short(sum(trip.load for trip in route.trips)),
    }


def _visits(route: DrivenRoute, base: Instance) -> list[list[float]]:
    """Return for each loading or unloading the crossings before it, the node, load and hours."""
    minutes = {place.node: place.stop_minutes for place in route.instance.places}
    visits, crossings = [], 0
    for trip in route.trips:
        if trip.facility is not None:
            stop = minutes.get(trip.facility, 0.0) / 60
            node = base.node_index(trip.facility)
            visits.append([crossings + trip.visit, node, short(trip.load), short(stop)])
        crossings += len(trip.walk)
    return visits
