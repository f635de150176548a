"""The figures of a result that the studio shows."""

from typing import Any

from arcload.model.driven_route import DrivenRoute
from arcload.model.result import Result
from arcload.studio.tasks.sentence import note_sentence
from arcload.views.route_name import route_name

_OF_PLAN = (
    *("cost", "length", "deadhead_length", "load_distance", "turn_length"),
    *("hours", "litres", "fuel_cost", "trips"),
)
_OF_RESULT = (
    *("method", "seed", "threads", "seconds", "startup_seconds", "iterations"),
    *("lower_bound", "gap", "status"),
)


def plan_summary(result: Result) -> dict[str, Any]:
    """Return the figures of a result and of each of its routes, ready for JSON."""
    plan, certificate = result.plan, result.certificate
    return {
        **{name: getattr(plan, name) for name in _OF_PLAN},
        **{name: getattr(result, name) for name in _OF_RESULT},
        "served": len(plan.order),
        "unserved": len(plan.unserved),
        "proof": None if certificate is None else certificate.kind,
        "notes": [note_sentence(note) for note in dict.fromkeys(result.notes)],
        "routes": [_route(number, route) for number, route in enumerate(plan.driven, start=1)],
    }


def _route(number: int, route: DrivenRoute) -> dict[str, Any]:
    return {
        "name": route_name(number, route.vehicle),
        "cost": route.cost,
        "length": route.length,
        "hours": route.hours,
        "litres": route.litres,
        "trips": len(route.trips),
        "served": sum(crossing.served for crossing in route.walk),
        "load": sum(trip.load for trip in route.trips),
    }
