"""Crossings and visits to facilities as rows of a table, in the order driven."""

from collections.abc import Iterator
from typing import Any

from arcload.model.courses import drives_forward
from arcload.model.crossing import Crossing
from arcload.model.files import plain
from arcload.model.stages import Stage, Visit, stages
from arcload.model.units import time_of_day
from arcload.model.vehicle import Vehicle
from arcload.routes.driven_plan import DrivenPlan


def stage_rows(driven: DrivenPlan) -> Iterator[tuple[Stage, dict[str, Any]]]:
    """Give each stage of every route, and what is known of it by column."""
    for route_number, route in driven.routes.items():
        for number, stage in enumerate(stages(route), start=1):
            of_fleet: dict[str, Any] = {}
            if driven.instance.is_fleet:
                label = {"vehicle": route.vehicle.label} if route.vehicle.label else {}
                of_fleet = {"route": route_number, **label, "trip": stage.trip}
            hours = {} if stage.hours is None else _time(route.vehicle, stage.hours)
            if isinstance(stage.deed, Visit):
                columns = _visit(driven, stage, stage.deed)
            else:
                columns = _crossing(driven, stage, stage.deed)
            yield stage, {"number": number} | of_fleet | columns | hours


def _time(vehicle: Vehicle, hours: float) -> dict[str, Any]:
    """Return the hours since the start, and the time of day where that of leaving is known."""
    time = {} if vehicle.leave is None else {"time": time_of_day(vehicle.leave, hours)}
    return {"hours": plain(round(hours, 6))} | time


def _crossing(driven: DrivenPlan, stage: Stage, crossing: Crossing) -> dict[str, Any]:
    instance = driven.instance
    forward = drives_forward(crossing, instance, instance.edge_index(crossing.edge))
    return {
        "edge": crossing.edge,
        "street": driven.street(crossing),
        "from": crossing.from_node,
        "to": crossing.to_node,
        "direction": 1 if forward else 2,
        "served": crossing.served,
        "length": plain(crossing.length),
        "distance": plain(stage.distance),
        "load_before": plain(crossing.load_before),
        "load_after": plain(crossing.load_after),
    }


def _visit(driven: DrivenPlan, stage: Stage, visit: Visit) -> dict[str, Any]:
    return {
        "facility": visit.facility,
        "do": "load" if driven.instance.mode == "deliver" else "unload",
        "load": plain(visit.load),
        "distance": plain(stage.distance),
    }
