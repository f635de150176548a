"""GeoJSON (RFC 7946): one line per crossing, with what is on board.

A fleet's file also has a point per visit to a facility, and a line per street left out.
"""

import json
from collections.abc import Iterator
from typing import Any

from arcload.model.courses import Courses, require_coordinates
from arcload.model.crossing import Crossing
from arcload.model.files import plain
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.stages import Stage, Visit, stages
from arcload.model.units import time_of_day
from arcload.model.vehicle import Vehicle
from arcload.routes.driven_plan import DrivenPlan


def require(instance: Instance) -> None:
    """Refuse an instance whose tours cannot be written as GeoJSON."""
    Courses(instance)


def dump(driven: DrivenPlan) -> str:
    """Return the text of a GeoJSON file, one line per feature."""
    instance = driven.instance
    if not instance.geographic:
        driven.notes.append(
            Note(
                f"{instance.name!r} is not on the globe: its x and y are written as they are, and "
                "map programs will take them for longitude and latitude"
            )
        )
    head = {
        "type": "FeatureCollection",
        "name": instance.name,
        "length_unit": instance.length_unit,
        "load_unit": instance.load_unit,
    }
    features = [_json(feature) for feature in [*_driven(driven), *_left_out(driven)]]
    rows = "[\n  " + ",\n  ".join(features) + "\n ]" if features else "[]"
    keys = [f" {_json(key)}: {_json(value)}" for key, value in head.items()]
    return "{\n" + ",\n".join([*keys, f' "features": {rows}']) + "\n}\n"


def _driven(driven: DrivenPlan) -> Iterator[dict[str, Any]]:
    """Give the features of every route, in the order driven."""
    for route_number, route in driven.routes.items():
        for number, stage in enumerate(stages(route), start=1):
            of_fleet: dict[str, Any] = {}
            if driven.instance.is_fleet:
                label = {"vehicle": route.vehicle.label} if route.vehicle.label else {}
                of_fleet = {"route": route_number, **label, "trip": stage.trip}
            hours = {} if stage.hours is None else _time(route.vehicle, stage.hours)
            properties = {"number": number} | of_fleet
            if isinstance(stage.deed, Visit):
                yield _visit(driven, stage, stage.deed, properties, hours)
            else:
                yield _crossing(driven, stage, stage.deed, properties, hours)


def _time(vehicle: Vehicle, hours: float) -> dict[str, Any]:
    """Return the hours since the start, and the time of day where that of leaving is known."""
    time = {} if vehicle.leave is None else {"time": time_of_day(vehicle.leave, hours)}
    return {"hours": plain(round(hours, 6))} | time


def _crossing(
    driven: DrivenPlan,
    stage: Stage,
    crossing: Crossing,
    properties: dict[str, Any],
    hours: dict[str, Any],
) -> dict[str, Any]:
    return {
        "type": "Feature",
        "properties": properties
        | {
            "edge": crossing.edge,
            "street": driven.street(crossing),
            "from": crossing.from_node,
            "to": crossing.to_node,
            "served": crossing.served,
            "length": plain(crossing.length),
            "distance": plain(stage.distance),
            "load_before": plain(crossing.load_before),
            "load_after": plain(crossing.load_after),
        }
        | hours,
        "geometry": {
            "type": "LineString",
            "coordinates": driven.courses.of(crossing).tolist(),
        },
    }


def _visit(
    driven: DrivenPlan,
    stage: Stage,
    visit: Visit,
    properties: dict[str, Any],
    hours: dict[str, Any],
) -> dict[str, Any]:
    instance = driven.instance
    point = require_coordinates(instance)[instance.node_index(visit.facility)]
    return {
        "type": "Feature",
        "properties": properties
        | {
            "facility": visit.facility,
            "do": "load" if instance.mode == "deliver" else "unload",
            "load": plain(visit.load),
            "distance": plain(stage.distance),
        }
        | hours,
        "geometry": {"type": "Point", "coordinates": point.tolist()},
    }


def _left_out(driven: DrivenPlan) -> Iterator[dict[str, Any]]:
    """Give the streets that the plan leaves out."""
    instance = driven.instance
    for edge in driven.plan.unserved:
        index = instance.edge_index(edge)
        yield {
            "type": "Feature",
            "properties": {
                "left_out": True,
                "edge": edge,
                "street": instance.names[index] if instance.names else "",
                "demand": plain(float(instance.demands[index])),
            },
            "geometry": {
                "type": "LineString",
                "coordinates": driven.courses.along(index).tolist(),
            },
        }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
