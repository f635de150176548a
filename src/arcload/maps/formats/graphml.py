"""GraphML, as osmnx and networkx save graphs.

Nodes have ``x`` and ``y``; edges ``length``, ``name``, ``oneway``, ``geometry`` (the course as
well-known text) and a demand. `graphs` tells which of them are one street. Longitudes and
latitudes are told by the graph's ``crs``, which osmnx writes.
"""

import warnings
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np

from arcload.maps.formats.columns import Columns
from arcload.maps.formats.draft import Draft
from arcload.maps.formats.extras import load_extra
from arcload.maps.formats.graphs import (
    INTERNAL,
    OURS,
    Graph,
    GraphEdge,
    are_degrees,
    attributes_of,
    name_of,
    streets_of,
)
from arcload.maps.formats.losses import held_attributes, note_losses, one_line, refuse_uneven
from arcload.maps.formats.reading import Reading, number_in
from arcload.maps.formats.road_rules import LIMITS
from arcload.maps.formats.xml_text import root_is, scan_xml
from arcload.model.errors import InputError
from arcload.model.files import at, brief, parse_whole, plain, stem
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.types import Id

EXTENSIONS = (".graphml",)
LATIN1 = False

_COLUMNS = ("osmid", "length", "oneway", "reversed", "name", "demand", "geometry")


class _LineNumbers:
    """Where nodes and edges stand in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.root = ""
        self.nodes: dict[str, int] = {}
        self.edges: dict[frozenset[str], list[tuple[int, str, str]]] = defaultdict(list)

    def start(self, tag: str, attributes: dict[str, str], line: int) -> None:
        tag = tag.rsplit(":", 1)[-1]
        if not self.root:
            self.root = tag
            if tag != "graphml":
                raise at(self.path, line, f"the file starts with <{tag[:40]}>, not <graphml>")
        if tag == "node":
            node = self._needed(attributes, "id", tag, line)
            if node in self.nodes:
                raise at(self.path, line, f"node {node[:40]!r} is given twice")
            self.nodes[node] = line
        elif tag == "edge":
            tail, head = (self._needed(attributes, k, tag, line) for k in ("source", "target"))
            self.edges[frozenset((tail, head))].append((line, tail, head))
        elif tag == "hyperedge":
            raise at(self.path, line, "a hyperedge is no street")

    def _needed(self, attributes: dict[str, str], key: str, tag: str, line: int) -> str:
        if not attributes.get(key):
            raise at(self.path, line, f"this {tag} has no {key!r}")
        return attributes[key]

    def require_nodes(self) -> None:
        """Refuse an edge whose end is no node."""
        for ends in self.edges.values():
            for line, *pair in ends:
                for node in pair:
                    if node not in self.nodes:
                        message = f"the edge leads to {node[:40]!r}, which is no node"
                        raise at(self.path, line, message)

    def take(self, tail: str, head: str, directed: bool) -> tuple[int, str, str]:
        """Return line and ends of the next edge between two nodes, as the file has it."""
        waiting = self.edges[frozenset((tail, head))]
        fits = (k for k, edge in enumerate(waiting) if not directed or edge[1] == tail)
        return waiting.pop(next(fits))


def looks_like(text: str) -> bool:
    """Return whether the text starts as these files do."""
    return root_is(text, "graphml")


def parse(text: str, path: Path, reading: Reading) -> Draft:
    """Return what a text in this format holds."""
    if reading.snap is not None:
        reading.refuse_where_useless(path, [name for name in reading.names() if name != "snap"])
    lines = _LineNumbers(path)
    scan_xml(text, path, lines.start)
    lines.require_nodes()
    if not lines.edges:
        raise InputError(f"{path}: the file has no streets (edges)")
    loaded = _load(text, path)
    attributes = dict.fromkeys(key for _, _, data in loaded.edges(data=True) for key in data)
    column_of = reading.find(
        [k for k in attributes if k not in (*INTERNAL, *LIMITS)], path, "attribute"
    )
    places = _places(loaded, path, lines)
    placed = sorted(_placed_edges(loaded, lines, path), key=lambda edge: edge[0])
    graph = Graph(
        str(path),
        [edge for _, edge in placed],
        loaded.is_directed(),
        places,
        _is_geographic(loaded, places),
        loaded.graph,
    )
    streets = streets_of(
        graph, column_of, reading.notes, as_stated=reading.length_column is not None
    )
    lengths = np.array([street.lengths for street in streets], dtype=np.float64).reshape(-1, 2)
    given = np.array([street.demand for street in streets])
    of_streets = attributes_of(graph, streets, column_of, reading.notes)
    names = [name_of(street, column_of) for street in streets]
    columns = Columns.of_streets(
        [(street.tail, street.head) for street in streets],
        places,
        map(_id, loaded),
        name=stem(path),
        lengths=lengths,
        demands=reading.demands(
            given, lengths.min(axis=1), path, attributes=of_streets, names=names
        ),
        names=names,
        shapes=[street.shape for street in streets],
        serve_costs=np.array([street.serve_costs for street in streets]).reshape(-1, 2),
        priorities=reading.priorities((street.tags.get("priority") for street in streets), path),
        attributes=of_streets,
        geographic=graph.geographic,
        length_unit="m" if "crs" in loaded.graph else "",
    )
    return Draft(
        path,
        columns,
        edge_line=lambda edge: placed[streets[edge].edge][0],
        bends=None if not graph.geographic else places,
    )


def _placed_edges(loaded: Any, lines: _LineNumbers, path: Path) -> Iterator[tuple[int, GraphEdge]]:
    """Give each edge and its line."""
    for one, other, data in loaded.edges(data=True):
        line, tail, head = lines.take(one, other, directed=loaded.is_directed())
        if {data.get("from"), data.get("to")} == {tail, head}:  # as osmnx has undirected graphs
            tail, head = data["from"], data["to"]
        yield line, GraphEdge(_id(tail), _id(head), data, f"{path}, line {line}")


def _load(text: str, path: Path) -> Any:
    """Return the graph; osmnx's own reader takes nothing but files that osmnx wrote."""
    networkx = load_extra("networkx", "geo", f"{path}: GraphML is read with networkx")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return networkx.parse_graphml(text, node_type=str, force_multigraph=True)
    except Exception as error:  # networkx lets through whatever its conversions raise
        reason = " ".join(str(error).split())[:80] or type(error).__name__
        raise InputError(f"{path}: this GraphML cannot be read ({reason})") from None


def _places(graph: Any, path: Path, lines: _LineNumbers) -> dict[Id, tuple[float, float]] | None:
    """Return the point of each node, None if no node has one."""
    axes = ("lon", "lat") if all("lon" in data for _, data in graph.nodes(data=True)) else "xy"
    if "crs" in graph.graph:
        axes = "xy"
    if not any(axis in data for _, data in graph.nodes(data=True) for axis in axes):
        return None
    places = {}
    for node, data in graph.nodes(data=True):
        point = [number_in(data.get(axis)) for axis in axes]
        for axis, value in zip(axes, point, strict=True):
            if value is None:
                given = brief(data[axis]) if axis in data else "missing"
                raise at(
                    path,
                    lines.nodes[node],
                    f"{axis} of node {node[:40]!r} is {given}; give a number",
                )
        x, y = point
        assert x is not None
        assert y is not None
        places[_id(node)] = (x, y)
    return places


def _is_geographic(graph: Any, places: Any) -> bool:
    if places is None:
        return False
    if "crs" in graph.graph:
        return are_degrees(graph.graph["crs"])
    return all("lon" in data and "lat" in data for _, data in graph.nodes(data=True))


def _id(text: str) -> Id:
    whole = parse_whole(text)
    return whole if whole is not None and str(whole) == text else text


def dump(instance: Instance, notes: list[Note]) -> str:
    """Return an instance in this format, laid out as osmnx does."""
    refuse_uneven(instance)
    attributes = held_attributes(instance, lambda name: name not in (*INTERNAL, *_COLUMNS))
    note_losses(
        instance,
        notes,
        ids=any(_id(str(node)) != node for node in instance.nodes)
        or list(instance.edges) != list(range(1, len(instance.edges) + 1)),
        names=any(one_line(name) != name for name in instance.names or ()),
        shapes=instance.coordinates is None,
        fleet=True,
        attributes=attributes,
        the_start_and_end=True,
        the_curb_weight=instance.curb_weight > 0,
        the_mode=instance.mode != "deliver",
    )
    keys = {"created_with": "graph"} | ({"crs": "graph"} if instance.geographic else {})
    keys |= dict.fromkeys(("x", "y") if instance.coordinates is not None else (), "node")
    keys |= dict.fromkeys(_COLUMNS, "edge")
    keys |= {"serve_cost": "edge"} if instance.serve_costs is not None else {}
    keys |= {"priority": "edge"} if instance.priorities is not None else {}
    names = {f"attribute{k}": name for k, name in enumerate(attributes)}
    rows = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        *(
            f' <key id="{key}" for="{kind}" attr.name="{key}" attr.type="string"/>'
            for key, kind in keys.items()
        ),
        *(
            f' <key id="{key}" for="edge" attr.name={quoteattr(name)} attr.type="string"/>'
            for key, name in names.items()
        ),
        ' <graph edgedefault="directed">',
    ]
    rows.append(f'  <data key="created_with">{OURS}</data>')
    if instance.geographic:
        rows.append('  <data key="crs">epsg:4326</data>')
    for k, node in enumerate(instance.nodes):
        point = (
            {}
            if instance.coordinates is None
            else dict(zip("xy", (repr(float(v)) for v in instance.coordinates[k]), strict=True))
        )
        rows.append(f"  <node id={quoteattr(str(node))}>{_data(point)}</node>")
    for k in range(len(instance.edges)):
        more = {key: attributes[name][k] for key, name in names.items()}
        rows += _arc_rows(instance, k, more)
    return "\n".join([*rows, " </graph>", "</graphml>\n"])


def _arc_rows(instance: Instance, k: int, attributes: dict[str, str]) -> list[str]:
    both_ways = bool(np.isfinite(instance.lengths[k]).all())
    shape = instance.shapes[k] if instance.shapes and instance.coordinates is not None else ()
    rows = []
    for side in np.flatnonzero(np.isfinite(instance.lengths[k])).tolist():
        tail, head = instance.ends[k][:: 1 - 2 * side]
        course = ", ".join(f"{x!r} {y!r}" for x, y in shape[:: 1 - 2 * side])
        values = {
            "osmid": str(k + 1),
            "length": str(plain(float(instance.lengths[k, side]))),
            "oneway": str(not both_ways),
            "reversed": str(bool(side) and both_ways),
            "name": one_line(instance.names[k]) if instance.names else "",
            "demand": str(plain(float(instance.demands[k]))),
            **_street_data(instance, k, side),
            **attributes,
            "geometry": f"LINESTRING ({course})" if len(shape) > 1 else "",
        }
        ends = " ".join(
            f"{key}={quoteattr(str(instance.nodes[node]))}"
            for key, node in (("source", tail), ("target", head))
        )
        rows.append(f"  <edge {ends}>{_data(values)}</edge>")
    return rows


def _street_data(instance: Instance, k: int, side: int) -> dict[str, str]:
    """Return what serving costs in one direction, and the priority, where there are such."""
    costs, ranks = instance.serve_costs, instance.priorities
    cost = {} if costs is None else {"serve_cost": str(plain(costs.item(k, side)))}
    return cost | ({} if ranks is None else {"priority": str(ranks.item(k))})


def _data(values: dict[str, str]) -> str:
    return "".join(f'<data key="{key}">{escape(v)}</data>' for key, v in values.items() if v)
