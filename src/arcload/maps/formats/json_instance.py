"""arcload's own format: everything an instance holds, as JSON.

``length`` and ``length_back`` are the lengths from the edge's ``from`` to its ``to`` and back:
null where one must not drive, and ``length_back`` left out where both are the same. ``start``
and ``end`` are node ids, null for anywhere. Fields of a vehicle stand at the top, and those of
several types in a list ``vehicles``; there they come before those at the top. A forbidden turn is
a list: the edge that is left, its direction (1 or 2), the edge that is entered, its direction.
"""

import json
import math
import re
from pathlib import Path
from typing import Any

import numpy as np

from arcload.maps.formats.columns import Columns, with_last
from arcload.maps.formats.draft import Draft
from arcload.maps.formats.reading import Reading
from arcload.model.attributes import OWN_COLUMNS, attribute_columns
from arcload.model.errors import did_you_mean
from arcload.model.files import JsonReader, at, brief, line_in_json, plain, stem
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.read_vehicle import read_vehicle
from arcload.model.settings import FLEET, read_fleet, stated_fleet
from arcload.model.turn_rules import read_turns
from arcload.model.types import FloatArray, Id, Shape
from arcload.model.vehicle import FIELDS, FREE

EXTENSIONS = (".json",)
LATIN1 = False
SCHEMA = "arcload-instance/1"

_GEOJSON = re.compile(r'"type"\s*:\s*"(Feature|FeatureCollection)"')
_OF_ONE = ("mode", "curb_weight", "load_factor", "capacity", "start", "end")
SETTINGS = (
    "name",
    "mode",
    "curb_weight",
    "load_factor",
    "capacity",
    "length_unit",
    "load_unit",
    "geographic",
    "start",
    "end",
    *FLEET,
    "forbidden_turns",
    *(name for name in FIELDS if name not in _OF_ONE),
)
_TOP = ("schema", *SETTINGS, "nodes", "edges")
_NODE = ("id", "x", "y")
_COSTS = ("serve_cost", "serve_cost_back")
_EDGE = (
    *("id", "from", "to", "length", "length_back", "demand", "name", "shape"),
    *(*_COSTS, "priority", "attributes"),
)


def looks_like(text: str) -> bool:
    """Return whether the text starts as JSON does, and is not plainly GeoJSON."""
    return re.match(r"\s*[{\[]", text) is not None and (
        '"arcload-instance/' in text or _GEOJSON.search(text) is None
    )


def parse(text: str, path: Path, reading: Reading) -> Draft:
    """Return what a text in this format holds."""
    reading.refuse_where_useless(path)
    try:
        return _parse(JsonReader(text, path, SCHEMA))
    except RecursionError:
        raise at(path, 1, "the JSON is nested too deeply") from None


def _parse(reader: JsonReader) -> Draft:
    data = reader.keys(reader.data, _TOP, [])
    nodes, coordinates = _parse_nodes(reader, reader.items("nodes"))
    index = {node: position for position, node in enumerate(nodes)}
    edges = _parse_edges(reader, reader.items("edges"), index)
    labels, vehicle, rules = parse_settings(reader, data, [], nodes)
    return Draft(
        reader.file,
        Columns(nodes=nodes, coordinates=coordinates, **edges, **labels),
        vehicle,
        types=rules.pop("vehicles", []),
        rules=rules,
        edge_line=lambda edge: line_in_json(reader.text, ["edges", edge]),
        node_line=lambda node: line_in_json(reader.text, ["nodes", node]),
    )


def parse_settings(
    reader: JsonReader, data: dict[str, Any], steps: list[str | int], nodes: list[Id]
) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Return what an object says of the network, of all vehicles, and of the fleet.

    Parameters
    ----------
    reader
        What reads the file.
    data, steps
        The object, and the keys that lead to it.
    nodes
        Ids of the nodes of the network.
    """
    vehicle = {"curb_weight": 0.0} | read_vehicle(reader, data, steps)
    rules = read_fleet(reader, data, steps)
    texts = {str(node) for node in nodes}
    _require_nodes(reader, vehicle, steps, nodes, texts)
    for position, one in enumerate(rules.get("vehicles", [])):
        _require_nodes(reader, one, [*steps, "vehicles", position], nodes, texts)
    for position, facility in enumerate(rules.get("facilities", [])):
        where = [*steps, "facilities", position, "node"]
        _require_node(reader, "facility", facility.node, where, nodes, texts)
    labels: dict[str, Any] = {"name": stem(reader.file)}
    for key in ("name", "length_unit", "load_unit"):
        if key in data:
            labels[key] = reader.text_of(data[key], key.replace("_", " "), [*steps, key])
    if "forbidden_turns" in data:
        where = [*steps, "forbidden_turns"]
        labels["forbidden_turns"] = read_turns(reader, data["forbidden_turns"], where)
    if "geographic" in data:
        labels["geographic"] = data["geographic"]
        if not isinstance(data["geographic"], bool):
            raise reader.refuse(
                [*steps, "geographic"],
                f"geographic is {brief(data['geographic'])}; it must be true or false",
            )
    return labels, vehicle, rules


def _require_nodes(
    reader: JsonReader,
    vehicle: dict[str, Any],
    steps: list[str | int],
    nodes: list[Id],
    texts: set[str],
) -> None:
    """Refuse a vehicle that starts or ends at no node, or states one of the two."""
    places = [key for key in ("start", "end") if key in vehicle]
    for key in places:
        if vehicle[key] is not FREE:
            _require_node(reader, key, vehicle[key], [*steps, key], nodes, texts)
    if len(places) == 1:
        raise reader.refuse(steps, "'start' and 'end' go together; give both (null for anywhere)")


def _require_node(
    reader: JsonReader,
    what: str,
    place: Id,
    steps: list[str | int],
    nodes: list[Id],
    texts: set[str],
) -> None:
    if str(place) not in texts and place not in nodes:
        hint = did_you_mean(str(place), nodes)
        raise reader.refuse(steps, f"{what} {brief(place)} is not among the nodes{hint}")


def _parse_nodes(reader: JsonReader, items: list[Any]) -> tuple[list[Id], FloatArray | None]:
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
            raise reader.refuse(
                steps, f"node {brief(item['id'])}: give x and y for every node or none"
            )
        if given:
            x, y = (reader.number(item[axis], axis, [*steps, axis]) for axis in "xy")
            points.append((x, y))
    return nodes, np.array(points) if points else None


def _parse_edges(reader: JsonReader, items: list[Any], index: dict[Any, int]) -> dict[str, Any]:
    ids, ends, lengths, demands, names, shapes = [], [], [], [], [], []
    costs, ranks, attributes = [], [], []
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
                    [*steps, key], f"edge {brief(edge)}: {brief(node)} is not among the nodes"
                )
            pair.append(index[node])
        both = []
        for key in ("length", "length_back"):
            value = item.get(key, item["length"])
            what = f"the {key.replace('_', ' ')} of edge {brief(edge)}"
            both.append(np.inf if value is None else reader.number(value, what, [*steps, key]))
        ids.append(edge)
        ends.append(pair)
        lengths.append(both)
        what = f"the demand of edge {brief(edge)}"
        demands.append(reader.number(item["demand"], what, [*steps, "demand"]))
        what = f"the name of edge {brief(edge)}"
        names.append(reader.text_of(item.get("name", ""), what, [*steps, "name"]))
        shapes.append(_parse_shape(reader, item.get("shape", []), edge, [*steps, "shape"]))
        costs.append(parse_serve_costs(reader, item, steps))
        ranks.append(parse_priority(reader, item, steps))
        attributes.append(_parse_attributes(reader, item.get("attributes", {}), edge, steps))
    return {
        "edges": ids,
        "ends": np.array(ends, dtype=np.int64).reshape(-1, 2),
        "lengths": np.array(lengths).reshape(-1, 2),
        "demands": np.array(demands),
        "names": names,
        "shapes": shapes,
        "serve_costs": np.array(costs).reshape(-1, 2),
        "priorities": with_last(ranks),
        "attributes": attribute_columns(attributes),
    }


def _parse_attributes(
    reader: JsonReader, given: Any, edge: Id, steps: list[str | int]
) -> dict[str, str]:
    where = [*steps, "attributes"]
    if not isinstance(given, dict):
        raise reader.refuse(where, f"the attributes of edge {brief(edge)} are no object of texts")
    for name, value in given.items():
        if name in OWN_COLUMNS or not name:
            why = f"{brief(name)} is no attribute: it stands beside the attributes, not among them"
            raise reader.refuse([*where, name], why)
        reader.text_of(value, f"the {name} of edge {brief(edge)}", [*where, name])
    return given


def parse_serve_costs(
    reader: JsonReader, item: dict[str, Any], steps: list[str | int]
) -> tuple[float, float]:
    """Return what serving an edge costs beside driving, from tail to head and back."""
    both = []
    for key in _COSTS:
        value = item.get(key, item.get(_COSTS[0], 0))
        both.append(reader.number(value, key.replace("_", " "), [*steps, key]))
        if both[-1] < 0:
            where = [*steps, key if key in item else _COSTS[0]]
            raise reader.refuse(where, f"{key} is {brief(value)}; it must be 0 or more")
    return both[0], both[1]


def parse_priority(reader: JsonReader, item: dict[str, Any], steps: list[str | int]) -> float:
    """Return the priority of an edge, not a number if it has none."""
    if item.get("priority") is None:
        return math.nan
    where = [*steps, "priority"]
    rank = reader.whole(item["priority"], "priority", where)
    if rank < 1:
        raise reader.refuse(where, f"priority is {rank}; it must be 1 or more, 1 first")
    return float(rank)


def _parse_shape(reader: JsonReader, points: Any, edge: Id, steps: list[str | int]) -> Shape:
    what = f"the shape of edge {brief(edge)}"
    if not isinstance(points, list):
        raise reader.refuse(steps, f"{what} is no list of points")
    shape = []
    for point in points:
        if not isinstance(point, list) or len(point) != 2:
            raise reader.refuse(steps, f"{what} has a point that is not [x, y]")
        shape.append((reader.number(point[0], what, steps), reader.number(point[1], what, steps)))
    return tuple(shape)


def instance_dict(instance: Instance) -> dict[str, Any]:
    """Return what the JSON file of an instance says."""
    return {
        "schema": SCHEMA,
        **settings_of(instance),
        "nodes": [_node(instance, k) for k in range(len(instance.nodes))],
        "edges": [_edge(instance, k) for k in range(len(instance.edges))],
    }


def dump(instance: Instance, notes: list[Note]) -> str:
    """Return an instance in this format, which holds everything."""
    head = {"schema": SCHEMA, **settings_of(instance)}
    rows = [f" {_json(key)}: {_json(value)}" for key, value in head.items()]
    nodes = (_json(_node(instance, k)) for k in range(len(instance.nodes)))
    edges = (_json(_edge(instance, k)) for k in range(len(instance.edges)))
    rows.append(' "nodes": [\n  ' + ",\n  ".join(nodes) + "\n ]")
    rows.append(' "edges": [\n  ' + ",\n  ".join(edges) + "\n ]")
    return "{\n" + ",\n".join(rows) + "\n}\n"


def settings_of(instance: Instance) -> dict[str, Any]:
    """Return the vehicles, their places and rules and the units, as `parse_settings` reads them."""
    fleet = _plainly(stated_fleet(instance))
    turns = [list(turn) for turn in instance.forbidden_turns]
    values = {
        "name": instance.name,
        "length_unit": instance.length_unit,
        "load_unit": instance.load_unit,
        **({"geographic": True} if instance.geographic else {}),
        **({} if "vehicles" in fleet else {"capacity": None}),
        **fleet,
        **({"forbidden_turns": turns} if turns else {}),
    }
    return {key: values[key] for key in SETTINGS if key in values}


def street_settings(instance: Instance, k: int) -> dict[str, Any]:
    """Return the cost of serving an edge and its priority, where the instance has such."""
    stated: dict[str, Any] = {}
    if instance.serve_costs is not None:
        there, back = instance.serve_costs[k].tolist()
        if there or back:
            stated["serve_cost"] = plain(there)
        if back != there:
            stated["serve_cost_back"] = plain(back)
    if instance.priorities is not None:
        stated["priority"] = instance.priorities.item(k)
    return stated


def attributes_of(instance: Instance, k: int) -> dict[str, str]:
    """Return what else is known of an edge."""
    return {name: cells[k] for name, cells in instance.attributes.items() if cells[k]}


def _plainly(value: Any) -> Any:
    """Return what is to be written, whole numbers without a fraction."""
    if isinstance(value, dict):
        return {key: _plainly(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_plainly(item) for item in value]
    return plain(value) if isinstance(value, float) else value


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
    attributes = attributes_of(instance, k)
    more = {"attributes": attributes} if attributes else {}
    return edge | street_settings(instance, k) | more


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
