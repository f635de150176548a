"""GeoJSON (RFC 7946): one line per crossing, with what is on board.

A fleet's file also has a point per visit to a facility, and a line per street left out.
"""

import json
from collections.abc import Iterator
from typing import Any

from arcload.model.courses import Courses, require_coordinates
from arcload.model.files import plain
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.stages import Visit
from arcload.routes.driven_plan import DrivenPlan
from arcload.routes.stage_rows import stage_rows


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
    for stage, properties in stage_rows(driven):
        if isinstance(stage.deed, Visit):
            yield _visit(driven, stage.deed, properties)
        else:
            line = driven.courses.of(stage.deed).tolist()
            geometry = {"type": "LineString", "coordinates": line}
            yield {"type": "Feature", "properties": properties, "geometry": geometry}


def _visit(driven: DrivenPlan, visit: Visit, properties: dict[str, Any]) -> dict[str, Any]:
    instance = driven.instance
    point = require_coordinates(instance)[instance.node_index(visit.facility)]
    return {
        "type": "Feature",
        "properties": properties,
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
