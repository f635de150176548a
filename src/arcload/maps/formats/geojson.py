"""GeoJSON: every LineString or MultiLineString feature is a street.

Properties say its ``name``, ``demand``, ``oneway`` (true, false, yes, no, -1), ``serve_cost``,
``priority`` and ``length`` in metres, which is measured along the line where none is given.
Positions are longitude and latitude; those in another system that the file names in a member
``crs`` are converted. A ``Point`` with a name can be the depot. A file that arcload wrote has a
member ``arcload`` with the vehicles and the places, and the ends of its streets by name; all of the
instance comes back from it.
"""

import json
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from arcload.maps.formats.columns import Columns, with_last
from arcload.maps.formats.draft import Draft
from arcload.maps.formats.json_instance import (
    SETTINGS,
    attributes_of,
    parse_priority,
    parse_serve_costs,
    parse_settings,
    settings_of,
    street_settings,
)
from arcload.maps.formats.projections import to_degrees
from arcload.maps.formats.reading import Reading, number_in, refusal, way_in
from arcload.maps.formats.streets import Street, draft_streets
from arcload.model.attributes import attribute_columns
from arcload.model.errors import InputError, counted
from arcload.model.files import JsonReader, at, brief, line_in_json, plain
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.types import Id, Shape

EXTENSIONS = (".geojson",)
LATIN1 = False
SCHEMA = "arcload-geojson/1"

_LINES = ("LineString", "MultiLineString")
_CRS = re.compile(r"(?:.*:)?(?:CRS:?84|EPSG:+(?:[\d.]*:)?(\d{4,6}))", re.IGNORECASE)
_SAVE_AS = "save the file in longitude and latitude (WGS 84, EPSG:4326)"
_ROUNDABOUTS = ("roundabout", "circular")  # one-way though OpenStreetMap does not say so

Steps = list[str | int]


def looks_like(text: str) -> bool:
    """Return whether the text starts as JSON does and is not arcload's own."""
    return re.match(r"\s*[{\[]", text) is not None and '"arcload-instance/' not in text


class _Reader(JsonReader):
    """A reader that also names the feature at fault, since a whole file is often one line."""

    def refuse(self, steps: Sequence[str | int], message: str) -> InputError:
        return super().refuse(steps, ": ".join(filter(None, (self.feature(steps), message))))

    def feature(self, steps: Sequence[str | int]) -> str:
        """Return what to call the feature to which these steps lead, nothing outside of all."""
        if len(steps) < 2 or steps[0] != "features":
            return ""
        feature = self.data["features"][steps[1]]
        said = {**feature, **(feature.get("properties") or {})} if _has_properties(feature) else {}
        words = (said.get(key) for key in ("name", "id"))
        name = next((word for word in words if word and isinstance(word, str | int)), None)
        return f"feature {int(steps[1]) + 1}{'' if name is None else f' ({brief(name)})'}"


def _has_properties(feature: Any) -> bool:
    return isinstance(feature, dict) and isinstance(feature.get("properties"), dict | None)


def parse(text: str, path: Path, reading: Reading) -> Draft:
    """Return what a text in this format holds."""
    try:
        reader = _Reader(text, path, None)
        features = list(_features(reader))
        epsg = _system(reader, features)
        if "arcload" in reader.data and not reading.said and epsg is None:
            return _parse_own(reader, features)
        return _parse_streets(reader, features, reading, epsg)
    except RecursionError:
        raise at(path, 1, "the JSON is nested too deeply") from None


def _features(reader: _Reader) -> Iterator[tuple[Steps, dict[str, Any]]]:
    """Give each feature with the keys that lead to it."""
    kind = reader.data.get("type")
    items: list[tuple[Steps, Any]]
    if kind == "FeatureCollection":
        items = [(["features", k], item) for k, item in enumerate(reader.items("features"))]
    elif kind == "Feature":
        items = [([], reader.data)]
    else:
        given = "missing" if kind is None else brief(kind)
        raise reader.refuse(
            ["type"] if kind is not None else [],
            f"the type is {given}; GeoJSON has a 'FeatureCollection' or a 'Feature' there",
        )
    for steps, item in items:
        if not isinstance(item, dict) or item.get("type") != "Feature":
            raise reader.refuse(steps, f"{brief(item)} stands where a 'Feature' should")
        for key in ("properties", "geometry"):
            if not isinstance(item.get(key), dict | None):
                raise reader.refuse(
                    [*steps, key], f"{key} is {brief(item[key])}; it must be an object"
                )
        yield steps, item


def _system(reader: _Reader, features: list[tuple[Steps, dict[str, Any]]]) -> int | None:
    """Return the EPSG number of the coordinates' system, None for longitude and latitude.

    The standard has no other; older files name theirs in a member ``crs``.
    """
    number = _epsg(reader, reader.data.get("crs"), ["crs"])
    for steps, feature in features:
        for where in (steps, [*steps, "geometry"]):
            crs = (feature if where is steps else feature.get("geometry") or {}).get("crs")
            if crs is not None and where and _epsg(reader, crs, [*where, "crs"]) != number:
                raise reader.refuse(
                    [*where, "crs"], f"this feature has a 'crs' of its own; {_SAVE_AS}"
                )
    return number


def _epsg(reader: _Reader, crs: Any, steps: Steps) -> int | None:
    if crs is None:
        return None
    properties = crs.get("properties") if isinstance(crs, dict) else None
    name = properties.get("name") if isinstance(properties, dict) else None
    match = _CRS.fullmatch(name.strip()) if isinstance(name, str) else None
    if match is None:
        raise reader.refuse(
            steps, f"the coordinates are in {brief(crs if name is None else name)}; {_SAVE_AS}"
        )
    return None if match[1] in (None, "4326") else int(match[1])


def _parse_streets(
    reader: _Reader,
    features: list[tuple[Steps, dict[str, Any]]],
    reading: Reading,
    epsg: int | None,
) -> Draft:
    drawn: list[tuple[Steps, dict[str, Any], list[Shape]]] = []
    others: Counter[str] = Counter()
    points: dict[str, tuple[float, float]] = {}
    for steps, feature in features:
        geometry = feature.get("geometry") or {}
        if geometry.get("type") in _LINES:
            lines = list(_lines(reader, geometry, [*steps, "geometry", "coordinates"]))
            drawn.append((steps, feature.get("properties") or {}, lines))
        else:
            others[brief(geometry.get("type", "without geometry"))] += 1
            points |= _named_point(reader, steps, feature, reading.name_column or "name")
    if not drawn:
        instead = f": only {', '.join(others)}" if others else ""
        raise InputError(f"{reader.file}: the file has no streets (LineString features){instead}")
    if others:
        reading.notes.append(
            Note(
                f"{reader.file}: left out {counted(others.total(), 'feature')} that "
                f"{'is no line' if others.total() == 1 else 'are no lines'} "
                f"({', '.join(f'{count:,} {kind}' for kind, count in others.items())})",
                "{depot} takes a point by its name" if points else "",
            )
        )
    spelling = _spelling([properties for _, properties, _ in drawn])
    properties_there = list(dict.fromkeys(spelling.values()))
    asked, reading = reading, reading.with_units(properties_there)
    columns = reading.find(properties_there, reader.file, "property")
    asked.tell_units(reading, reader.file)
    if epsg is not None:
        spots: list[Shape] = [tuple(points.values())]
        lines_of = [*(row[2] for row in drawn), spots]
        *moved, (at_points,) = to_degrees(lines_of, epsg, reader.file, reading.notes)
        drawn = [(*row[:2], lines) for row, lines in zip(drawn, moved, strict=True)]
        points = dict(zip(points, at_points, strict=True))
    streets = []
    for steps, properties, lines in drawn:
        keys = {spelling[key]: key for key in properties}
        said = {name: properties[key] for name, key in keys.items()}
        where = {name: [*steps, "properties", key] for name, key in keys.items()}
        values = _values(reader, said, columns, where)
        tags = {name: value for name, value in said.items() if name not in columns.values()}
        streets.append(Street(lines, **values, tags=tags))
    draft = draft_streets(
        reader.file,
        streets,
        reading,
        line_of=lambda row: line_in_json(reader.text, drawn[row][0]),
        called=lambda row: reader.feature(drawn[row][0]),
    )
    draft.points = points
    return draft


def _spelling(rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return for every property how to spell it: alike where only capital letters differ.

    Properties that stand side by side in one feature are two.
    """
    alike: dict[str, dict[str, None]] = {}
    for name in dict.fromkeys(name for row in rows for name in row):
        alike.setdefault(name.lower(), {})[name] = None
    spelling = {name: name for names in alike.values() for name in names}
    for lower, names in alike.items():
        if len(names) > 1 and all(len(names.keys() & row.keys()) < 2 for row in rows):
            spelling |= dict.fromkeys(names, lower if lower in names else next(iter(names)))
    return spelling


def _named_point(
    reader: _Reader, steps: Steps, feature: dict[str, Any], column: str
) -> dict[str, tuple[float, float]]:
    """Return the point of a feature by its name, nothing if it is no point or has no name."""
    geometry, properties = feature.get("geometry") or {}, feature.get("properties") or {}
    name = properties.get(column)
    if geometry.get("type") != "Point" or "coordinates" not in geometry:
        return {}
    if not isinstance(name, str) or not name.strip():
        return {}
    return {name: _point(reader, geometry["coordinates"], [*steps, "geometry", "coordinates"])}


def _values(
    reader: _Reader, properties: dict[str, Any], columns: dict[str, str], where: dict[str, Steps]
) -> dict[str, Any]:
    """Return what the properties of a street say."""
    values: dict[str, Any] = {"id": _id_of(properties.get("id"))}
    for role in ("demand", "length", "serve_cost"):
        value = properties.get(columns[role]) if role in columns else None
        if value is not None and value != "":
            values[role] = number_in(value)
            if values[role] is None:
                raise reader.refuse(where[columns[role]], refusal(role, columns[role], value))
            if values[role] < 0:
                raise reader.refuse(
                    where[columns[role]],
                    f"{columns[role]} is {brief(value)}; it must be 0 or more",
                )
    values["priority"] = properties.get(columns["priority"]) if "priority" in columns else None
    name = properties.get(columns["name"]) if "name" in columns else None
    values["name"] = "" if name is None else name if isinstance(name, str) else brief(name)
    word = properties.get(columns["oneway"]) if "oneway" in columns else None
    if word is None and properties.get("junction") in _ROUNDABOUTS:
        word = True
    values["way"] = way_in(word)
    if values["way"] is None:
        raise reader.refuse(where[columns["oneway"]], refusal("oneway", columns["oneway"], word))
    return values


def _id_of(value: Any) -> Id | None:
    return value if isinstance(value, str | int) and not isinstance(value, bool) else None


def _lines(reader: _Reader, geometry: dict[str, Any], steps: Steps) -> Iterable[Shape]:
    """Give the lines of a geometry; a line has two points or more."""
    coordinates = geometry.get("coordinates")
    several = geometry["type"] == "MultiLineString"
    lines = coordinates if several else [coordinates]
    if not isinstance(lines, list) or not lines:
        raise reader.refuse(steps[:-1], "the coordinates are no list of lines")
    for number, line in enumerate(lines):
        where = [*steps, number] if several else steps
        if not isinstance(line, list):
            raise reader.refuse(where if line is not None else where[:-1], _NO_POINTS)
        if len(line) < 2:
            raise reader.refuse(
                where, f"the line has {counted(len(line), 'point')}; two are needed"
            )
        yield tuple(_point(reader, point, [*where, k]) for k, point in enumerate(line))


_NO_POINTS = "the coordinates are no list of points [longitude, latitude]"


def _point(reader: _Reader, point: Any, steps: Steps) -> tuple[float, float]:
    if not isinstance(point, list) or len(point) < 2:
        raise reader.refuse(steps, f"{brief(point)} is no point [longitude, latitude]")
    x, y = point[0], point[1]
    if type(x) is float and type(y) is float and abs(x) <= 180 and abs(y) <= 90:
        return x, y
    return (
        reader.number(x, "the longitude of a point", [*steps, 0]),
        reader.number(y, "the latitude of a point", [*steps, 1]),
    )


def _parse_own(reader: _Reader, features: list[tuple[Steps, dict[str, Any]]]) -> Draft:
    """Return what a file written by `dump` holds."""
    own: Steps = ["arcload"]
    data = reader.keys(reader.data["arcload"], ("schema", *SETTINGS), own)
    if data.get("schema") != SCHEMA:
        raise reader.refuse(own, f"the schema is not {SCHEMA!r}, which is needed here")
    nodes: list[Id] = []
    points: list[tuple[float, float]] = []
    edges: list[tuple[Steps, dict[str, Any], Shape]] = []
    for steps, feature in features:
        geometry, properties = feature.get("geometry") or {}, feature.get("properties") or {}
        if geometry.get("type") == "Point":
            where = [*steps, "geometry", "coordinates"]
            if "node" not in properties or "coordinates" not in geometry:
                raise reader.refuse(steps, "this point has no 'node' or no coordinates")
            nodes.append(reader.id_of(properties["node"], "node", [*steps, "properties", "node"]))
            points.append(_point(reader, geometry["coordinates"], where))
        elif geometry.get("type") == "LineString":
            (line,) = _lines(reader, geometry, [*steps, "geometry", "coordinates"])
            edges.append((steps, properties, line))
        else:
            raise reader.refuse(steps, "this feature is neither a Point nor a LineString")
    index = {node: position for position, node in enumerate(nodes)}
    rows = [_own_edge(reader, steps, properties, index) for steps, properties, _ in edges]
    labels, vehicle, rules = parse_settings(reader, data, own, nodes)
    columns = Columns(
        nodes=nodes,
        coordinates=np.array(points).reshape(-1, 2),
        edges=[row["id"] for row in rows],
        ends=np.array([row["ends"] for row in rows], dtype=np.int64).reshape(-1, 2),
        lengths=np.array([row["lengths"] for row in rows]).reshape(-1, 2),
        demands=np.array([row["demand"] for row in rows]),
        names=[row["name"] for row in rows],
        shapes=[line for _, _, line in edges],
        serve_costs=np.array([row["serve_costs"] for row in rows]).reshape(-1, 2),
        priorities=with_last([row["priority"] for row in rows]),
        attributes=attribute_columns(properties for _, properties, _ in edges),
        **labels,
    )
    return Draft(
        reader.file,
        columns,
        vehicle,
        types=rules.pop("vehicles", []),
        rules=rules,
        edge_line=lambda edge: line_in_json(reader.text, edges[edge][0]),
    )


def _own_edge(
    reader: _Reader, steps: Steps, properties: dict[str, Any], index: dict[Id, int]
) -> dict[str, Any]:
    where = [*steps, "properties"]
    for key in ("id", "from", "to", "length", "demand"):
        if key not in properties:
            raise reader.refuse(steps, f"this street has no {key!r}")
    ends = []
    for key in ("from", "to"):
        node = reader.id_of(properties[key], key, [*where, key])
        if node not in index:
            raise reader.refuse([*where, key], f"{brief(node)} is not among the nodes")
        ends.append(index[node])
    there = reader.number(properties["length"], "the length", [*where, "length"])
    back = reader.number(
        properties.get("length_back", there), "the length back", [*where, "length_back"]
    )
    way = way_in(properties.get("oneway"))
    if way is None:
        raise reader.refuse([*where, "oneway"], refusal("oneway", "oneway", properties["oneway"]))
    return {
        "id": reader.id_of(properties["id"], "the id", [*where, "id"]),
        "ends": ends,
        "lengths": (there if way >= 0 else math.inf, back if way <= 0 else math.inf),
        "demand": reader.number(properties["demand"], "the demand", [*where, "demand"]),
        "name": reader.text_of(properties.get("name", ""), "the name", [*where, "name"]),
        "serve_costs": parse_serve_costs(reader, properties, where),
        "priority": parse_priority(reader, properties, where),
    }


def dump(instance: Instance, notes: list[Note]) -> str:
    """Return an instance in this format; a street without a shape is drawn straight."""
    if instance.coordinates is None:
        raise InputError("the network has no coordinates to draw; write a .json file")
    if not instance.geographic:
        notes.append(
            Note(
                f"the coordinates of {instance.name!r} are no longitudes and latitudes: programs "
                "for maps draw it at the wrong place"
            )
        )
    head = _json({"schema": SCHEMA, **settings_of(instance)})
    points = (_point_feature(instance, k) for k in range(len(instance.nodes)))
    lines = (_line_feature(instance, k) for k in range(len(instance.edges)))
    features = ",\n  ".join(_json(feature) for feature in (*lines, *points))
    return (
        f'{{\n "type": "FeatureCollection",\n "arcload": {head},\n'
        f' "features": [\n  {features}\n ]\n}}\n'
    )


def _point_feature(instance: Instance, k: int) -> dict[str, Any]:
    return _feature("Point", _positions(instance, [k])[0], {"node": instance.nodes[k]})


def _line_feature(instance: Instance, k: int) -> dict[str, Any]:
    shape = instance.shapes[k] if instance.shapes else ()
    line = [[plain(x), plain(y)] for x, y in shape]
    if len(line) < 2:
        line = _positions(instance, instance.ends[k].tolist())
    there, back = instance.lengths[k].tolist()
    tail, head = (instance.nodes[node] for node in instance.ends[k])
    way = {
        "length": plain(back if math.isinf(there) else there),
        **({"length_back": plain(back)} if math.isfinite(there + back) and there != back else {}),
        "oneway": "yes" if math.isinf(back) else "-1" if math.isinf(there) else "no",
    }
    properties = {
        "id": instance.edges[k],
        "from": tail,
        "to": head,
        "name": instance.names[k] if instance.names else "",
        **way,
        "demand": plain(float(instance.demands[k])),
        **street_settings(instance, k),
        **attributes_of(instance, k),
    }
    return _feature("LineString", line, properties)


def _positions(instance: Instance, nodes: Iterable[int]) -> list[list[float]]:
    assert instance.coordinates is not None
    return [[plain(x), plain(y)] for x, y in (instance.coordinates[node] for node in nodes)]


def _feature(kind: str, coordinates: Any, properties: dict[str, Any]) -> dict[str, Any]:
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
