"""arcload's own format: everything an instance holds, as JSON.

``length`` and ``length_back`` are the lengths from the edge's ``from`` to its ``to`` and back:
null where one must not drive, and ``length_back`` left out where both are the same. ``start``
and ``end`` are node ids, null for anywhere.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from arcload.errors import InputError, did_you_mean
from arcload.files import at, line_in_json, parse_json, plain
from arcload.formats.draft import Draft
from arcload.instance import FREE, Instance
from arcload.types import Id, Shape

EXTENSIONS = (".json",)
LATIN1 = False
SCHEMA = "arcload-instance/1"

_TOP = (
    "schema",
    "name",
    "mode",
    "curb_weight",
    "capacity",
    "length_unit",
    "load_unit",
    "start",
    "end",
    "nodes",
    "edges",
)
_NODE = ("id", "x", "y")
_EDGE = ("id", "from", "to", "length", "length_back", "demand", "name", "shape")


def looks_like(text: str) -> bool:
    """Return whether the text starts as JSON does."""
    return re.match(r"\s*[{\[]", text) is not None


class _Reader:
    """Takes values out of the parsed file and names the line of one that is wrong."""

    def __init__(self, text: str, path: Path) -> None:
        self.text, self.path = text, path

    def refuse(self, steps: Sequence[str | int], message: str) -> InputError:
        return at(self.path, line_in_json(self.text, steps), message)

    def keys(self, value: Any, known: Sequence[str], steps: Sequence[str | int]) -> None:
        if not isinstance(value, dict):
            raise self.refuse(steps, f"{_short(value)} stands where an object {{...}} should")
        for key in value:
            if key not in known:
                message = f"{key!r} is unknown{did_you_mean(key, known)}; use {', '.join(known)}"
                raise self.refuse([*steps, key], message)

    def items(self, data: dict[str, Any], key: str) -> list[Any]:
        value = data.get(key)
        if not isinstance(value, list):
            raise self.refuse([], f"the list {key!r} is missing")
        return value

    def number(self, value: Any, what: str, steps: Sequence[str | int]) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.refuse(steps, f"{what} is {_short(value)}; it must be a number")
        try:
            number = float(value)
        except OverflowError:
            number = float("inf")
        if abs(number) == float("inf"):
            raise self.refuse(steps, f"{what} is too large; it must be a finite number")
        return number

    def text_of(self, value: Any, what: str, steps: Sequence[str | int]) -> str:
        if not isinstance(value, str):
            raise self.refuse(steps, f"{what} is {_short(value)}; it must be text")
        return value

    def id_of(self, value: Any, what: str, steps: Sequence[str | int]) -> Id:
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise self.refuse(steps, f"{what} is {_short(value)}; it must be text or a number")
        return value


def parse(text: str, path: Path) -> Draft:
    """Return what a text in this format holds."""
    data = parse_json(text, path, SCHEMA)
    reader = _Reader(text, path)
    reader.keys(data, _TOP, [])
    nodes, coordinates = _parse_nodes(reader, reader.items(data, "nodes"))
    index = {node: position for position, node in enumerate(nodes)}
    columns: dict[str, Any] = {"name": path.stem, "nodes": nodes, "coordinates": coordinates}
    columns |= _parse_edges(reader, reader.items(data, "edges"), index)
    for key in ("curb_weight", "capacity"):
        if data.get(key) is not None:
            columns[key] = reader.number(data[key], key.replace("_", " "), [key])
    for key in ("name", "mode", "length_unit", "load_unit"):
        if key in data:
            columns[key] = reader.text_of(data[key], key.replace("_", " "), [key])
    for key in ("start", "end"):
        if key in data:
            place = data[key]
            columns[key] = FREE if place is None else reader.id_of(place, key, [key])
    if ("start" in columns) != ("end" in columns):
        raise reader.refuse([], "'start' and 'end' go together; give both (null for anywhere)")
    return Draft(
        path,
        columns,
        edge_line=lambda edge: line_in_json(text, ["edges", edge]),
        node_line=lambda node: line_in_json(text, ["nodes", node]),
    )


def _parse_nodes(
    reader: _Reader, items: list[Any]
) -> tuple[list[Id], list[tuple[float, float]] | None]:
    nodes: list[Id] = []
    points: list[tuple[float, float]] = []
    for position, item in enumerate(items):
        steps: list[str | int] = ["nodes", position]
        reader.keys(item, _NODE, steps)
        if "id" not in item:
            raise reader.refuse(steps, "this node has no 'id'")
        nodes.append(reader.id_of(item["id"], "the id of this node", [*steps, "id"]))
        given = [axis for axis in "xy" if axis in item]
        if len(given) == 1 or (position and bool(given) != bool(points)):
            raise reader.refuse(steps, f"node {item['id']!r}: give x and y for every node or none")
        if given:
            x, y = (reader.number(item[axis], axis, [*steps, axis]) for axis in "xy")
            points.append((x, y))
    return nodes, points or None


def _parse_edges(reader: _Reader, items: list[Any], index: dict[Any, int]) -> dict[str, Any]:
    ids, ends, lengths, demands, names, shapes = [], [], [], [], [], []
    for position, item in enumerate(items):
        steps: list[str | int] = ["edges", position]
        reader.keys(item, _EDGE, steps)
        for key in ("id", "from", "to", "length", "demand"):
            if key not in item:
                raise reader.refuse(steps, f"this edge has no {key!r}")
        edge = reader.id_of(item["id"], "the id of this edge", [*steps, "id"])
        pair = []
        for key in ("from", "to"):
            node = reader.id_of(item[key], key, [*steps, key])
            if node not in index:
                raise reader.refuse(
                    [*steps, key], f"edge {edge!r}: {node!r} is not among the nodes"
                )
            pair.append(index[node])
        both = []
        for key in ("length", "length_back"):
            value = item.get(key, item["length"])
            what = f"the {key.replace('_', ' ')} of edge {edge!r}"
            both.append(np.inf if value is None else reader.number(value, what, [*steps, key]))
        ids.append(edge)
        ends.append(pair)
        lengths.append(both)
        demands.append(reader.number(item["demand"], f"the demand of edge {edge!r}", steps))
        names.append(reader.text_of(item.get("name", ""), f"the name of edge {edge!r}", steps))
        shapes.append(_parse_shape(reader, item.get("shape", []), edge, steps))
    return {
        "edges": ids,
        "ends": np.array(ends, dtype=np.int64).reshape(-1, 2),
        "lengths": np.array(lengths).reshape(-1, 2),
        "demands": np.array(demands),
        "names": tuple(names) if any(names) else None,
        "shapes": tuple(shapes) if any(shapes) else None,
    }


def _parse_shape(reader: _Reader, points: Any, edge: Id, steps: list[str | int]) -> Shape:
    if not isinstance(points, list):
        raise reader.refuse(steps, f"the shape of edge {edge!r} is no list of points")
    shape = []
    for point in points:
        if not isinstance(point, list) or len(point) != 2:
            raise reader.refuse(steps, f"the shape of edge {edge!r} has a point that is not [x, y]")
        x, y = (reader.number(v, f"the shape of edge {edge!r}", steps) for v in point)
        shape.append((x, y))
    return tuple(shape)


def dump(instance: Instance) -> str:
    """Return an instance in this format."""
    head = {
        "schema": SCHEMA,
        "name": instance.name,
        "mode": instance.mode,
        "curb_weight": plain(instance.curb_weight),
        "capacity": None if instance.capacity is None else plain(instance.capacity),
        "length_unit": instance.length_unit,
        "load_unit": instance.load_unit,
        "start": None if instance.start is FREE else instance.start,
        "end": None if instance.end is FREE else instance.end,
    }
    rows = [f" {_json(key)}: {_json(value)}" for key, value in head.items()]
    nodes = (_json(_node(instance, k)) for k in range(len(instance.nodes)))
    edges = (_json(_edge(instance, k)) for k in range(len(instance.edges)))
    rows.append(' "nodes": [\n  ' + ",\n  ".join(nodes) + "\n ]")
    rows.append(' "edges": [\n  ' + ",\n  ".join(edges) + "\n ]")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _node(instance: Instance, k: int) -> dict[str, Any]:
    node: dict[str, Any] = {"id": instance.nodes[k]}
    if instance.coordinates is not None:
        node["x"], node["y"] = (plain(value) for value in instance.coordinates[k])
    return node


def _edge(instance: Instance, k: int) -> dict[str, Any]:
    tail, head = (instance.nodes[node] for node in instance.ends[k])
    there, back = (plain(v) if np.isfinite(v) else None for v in instance.lengths[k].tolist())
    edge = {
        "id": instance.edges[k],
        "from": tail,
        "to": head,
        "length": there,
        "length_back": back,
        "demand": plain(float(instance.demands[k])),
    }
    if back == there:
        del edge["length_back"]
    if instance.names and instance.names[k]:
        edge["name"] = instance.names[k]
    if instance.shapes and instance.shapes[k]:
        edge["shape"] = [[plain(x), plain(y)] for x, y in instance.shapes[k]]
    return edge


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _short(value: Any) -> str:
    text = "null" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 40 else text[:37] + "..."
