"""GeoJSON (RFC 7946): one line feature a crossing, with what is on board."""

import json
from itertools import accumulate
from typing import Any

from arcload.model.courses import Courses
from arcload.model.crossing import Crossing
from arcload.model.files import plain
from arcload.model.instance import Instance
from arcload.model.notes import Note
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
    distances = accumulate(crossing.length for crossing in driven.walk)
    features = [
        _json(_feature(driven, number, crossing, distance))
        for number, (crossing, distance) in enumerate(
            zip(driven.walk, distances, strict=True), start=1
        )
    ]
    rows = "[\n  " + ",\n  ".join(features) + "\n ]" if features else "[]"
    keys = [f" {_json(key)}: {_json(value)}" for key, value in head.items()]
    return "{\n" + ",\n".join([*keys, f' "features": {rows}']) + "\n}\n"


def _feature(
    driven: DrivenPlan, number: int, crossing: Crossing, distance: float
) -> dict[str, Any]:
    return {
        "type": "Feature",
        "properties": {
            "number": number,
            "edge": crossing.edge,
            "street": driven.street(crossing),
            "from": crossing.from_node,
            "to": crossing.to_node,
            "served": crossing.served,
            "length": plain(crossing.length),
            "distance": plain(distance),
            "load_before": plain(crossing.load_before),
            "load_after": plain(crossing.load_after),
        },
        "geometry": {
            "type": "LineString",
            "coordinates": driven.courses.of(crossing).tolist(),
        },
    }


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
