"""From the edges of a graph, as networkx and osmnx have it, to streets.

An edge of an undirected graph is a street. One of a directed graph is one direction of a street:
two opposite ones with the same ``osmid`` (or ``id``) are one street. What osmnx made of
OpenStreetMap and did not simplify is cut at every bend; pieces of one name that follow each other
without a crossing are one street then, as in a file of OpenStreetMap.
"""

import math
import re
from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from arcload.maps.formats.arcs import Arc, pair_arcs
from arcload.maps.formats.chains import Piece, find_chains
from arcload.maps.formats.column_names import named_attributes
from arcload.maps.formats.measuring import are_spherical, measure
from arcload.maps.formats.reading import number_in, refusal, way_in
from arcload.maps.formats.road_rules import (
    depends_on_direction,
    keeps_out,
    note_rules,
    street_key,
)
from arcload.maps.formats.tags import join_tags, turned_tags, unpacked, values_of
from arcload.model.attributes import attribute_columns
from arcload.model.errors import InputError, counted
from arcload.model.files import brief
from arcload.model.notes import Note
from arcload.model.types import Shape

OURS = "arcload"
"""What we say made a graph, where osmnx names itself."""

INTERNAL = ("id", "osmid", "geometry", "reversed", "key")
"""Attributes of edges that are no columns."""

_LINESTRING = re.compile(r"\s*LINESTRING\s*(?:Z\s*)?\((.*)\)\s*", re.IGNORECASE | re.DOTALL)
_EVEN = 1e-9  # share by which two lengths may differ and still be one
_SAME_DEMAND = 1e-6  # share by which the demands of two directions may differ


class GraphEdge(NamedTuple):
    """An edge of a graph: its ends, its attributes, and what messages call it."""

    tail: Any
    head: Any
    data: Mapping[str, Any]
    where: str


class Graph(NamedTuple):
    """A graph as it was found.

    Parameters
    ----------
    source
        What messages call it.
    edges
        Its edges.
    directed
        Whether they are arcs.
    places
        The point of each node, None where points are unknown.
    geographic
        Whether points are longitudes and latitudes.
    attributes
        Attributes of the whole graph.
    """

    source: str
    edges: Sequence[GraphEdge]
    directed: bool
    places: Mapping[Any, tuple[float, float]] | None
    geographic: bool
    attributes: Mapping[str, Any]

    @property
    def own(self) -> bool:
        """Whether arcload made it, so that all in it is meant as it stands."""
        return "arcload" in self.attributes or self.attributes.get("created_with") == OURS


class GraphStreet(NamedTuple):
    """A street of a graph.

    Parameters
    ----------
    tail, head
        Its end nodes.
    lengths
        Its length from tail to head, and back; ``inf`` where one must not drive.
    demand
        What it needs, ``nan`` where the graph does not say.
    serve_costs
        What serving it costs beside driving, from tail to head and back.
    shape
        Its course; empty if that is unknown.
    tags
        Its attributes; lists where it was joined of streets that differ.
    edge
        The position of its first edge.
    """

    tail: Any
    head: Any
    lengths: tuple[float, float]
    demand: float
    serve_costs: tuple[float, float]
    shape: Shape
    tags: Mapping[str, Any]
    edge: int


def streets_of(
    graph: Graph,
    column_of: Mapping[str, str],
    notes: list[Note],
    *,
    as_stated: bool = False,
    stay: Iterable[Any] = (),
) -> list[GraphStreet]:
    """Return the streets of a graph, in the order of their first edges.

    Parameters
    ----------
    graph
        The graph.
    column_of
        The attribute of each role, see `Reading.find`.
    notes
        Takes what the user should know.
    as_stated
        Whether lengths are kept that were measured on a sphere, as osmnx does.
    stay
        Nodes that stay ends of streets.
    """
    tags = [
        edge.data if graph.own else {key: unpacked(value) for key, value in edge.data.items()}
        for edge in graph.edges
    ]
    arcs = _arcs(graph, tags, column_of, as_stated or graph.own)
    pairs, unclear = pair_arcs(arcs)
    if unclear:
        notes.append(
            Note(
                f"{graph.source}: {counted(unclear, 'arc')} of two-way streets differ in course "
                "and length from the opposite ones of their osmid; each is taken as a street of "
                "its own"
            )
        )
    streets = [_street(graph, tags, arcs, column_of, *pair) for pair in pairs]
    streets, left_out, cleared = _left_in(graph, streets)
    if _is_cut_at_bends(graph):
        streets = _joined(streets, column_of, set(stay))
    elif cleared:
        ends = {node for street in streets for node in (street.tail, street.head)}
        streets = _joined(streets, column_of, (ends - cleared) | set(stay))
    note_rules(graph.source, notes, (street.tags for street in streets), left_out)
    _note_both_ways(graph, streets, notes)
    return streets


def are_degrees(crs: Any) -> bool:
    """Return whether a coordinate system is that of longitudes and latitudes (WGS 84)."""
    return re.search(r"4326|CRS:?84", str(crs)) is not None


def name_of(street: GraphStreet, column_of: Mapping[str, str]) -> str:
    """Return the name of a street, or else its number; several are joined in a fixed order."""
    value = street.tags.get(column_of.get("name", "name")) or street.tags.get("ref")
    return "" if value is None else ", ".join(sorted(values_of(value)))


def attributes_of(
    graph: Graph,
    streets: Sequence[GraphStreet],
    column_of: Mapping[str, str],
    notes: list[Note],
) -> dict[str, Sequence[str]]:
    """Return what else a graph says of its streets, by column."""
    used = (*(() if "arcload" in graph.attributes else INTERNAL), *column_of.values())
    columns = attribute_columns((street.tags for street in streets), used)
    return named_attributes(columns, graph.source, notes)


def _arcs(
    graph: Graph, tags: Sequence[Mapping[str, Any]], column_of: Mapping[str, str], as_stated: bool
) -> list[Arc]:
    """Return an arc for each edge, with its length as it is stated or else measured."""
    arcs = [
        _arc(graph, edge, data, column_of) for edge, data in zip(graph.edges, tags, strict=True)
    ]
    lengths = np.array([arc.length for arc in arcs])
    drawn = np.flatnonzero([len(arc.shape) > 1 for arc in arcs])
    shapes = [arcs[k].shape for k in drawn]
    anew = np.isnan(lengths[drawn])
    if graph.geographic and not as_stated:
        anew |= are_spherical(lengths[drawn], shapes)
    lengths[drawn] = np.where(anew, measure(shapes, graph.geographic), lengths[drawn])
    for k in np.flatnonzero(np.isnan(lengths)).tolist():
        length = column_of.get("length", "length")
        raise InputError(
            f"{graph.edges[k].where}: this edge has no attribute {length!r}, and its nodes "
            "have no coordinates to measure it by"
        )
    return [arc._replace(length=x) for arc, x in zip(arcs, lengths.tolist(), strict=True)]


def _arc(
    graph: Graph, edge: GraphEdge, tags: Mapping[str, Any], column_of: Mapping[str, str]
) -> Arc:
    word = tags.get(column_of.get("oneway", "oneway"))
    ways = {way_in(item) for item in (word if isinstance(word, list) else [word])}
    if None in ways:
        raise InputError(
            f"{edge.where}: {refusal('oneway', column_of.get('oneway', 'oneway'), word)}"
        )
    way = int(ways.pop() or 0) if len(ways) == 1 else 1  # one-way in part: not driven back
    street = _street_key(tags) if graph.directed else None
    if graph.directed and street is None:
        way = way or 1
    tail, head = edge.tail, edge.head
    shape = _shape(edge, tags)
    if not graph.directed and graph.places is not None and "geometry" in tags:
        shape = _from_tail(shape, graph.places[tail], graph.places[head])
    if not shape and graph.places is not None:
        shape = (graph.places[tail], graph.places[head])
    if way < 0:
        tail, head, shape = head, tail, shape[::-1]
    backward = str(tags.get("reversed")).lower() == "true"
    length = _number(edge, tags, "length", column_of)
    if math.isnan(length) and {column_of.get("length"), "length_back"} <= tags.keys():
        length = math.inf
    return Arc(tail, head, street, abs(way), backward, shape, length)


def _street_key(tags: Mapping[str, Any]) -> Hashable:
    """Return what both directions of a street have in common, None if nothing is known."""
    for key in ("osmid", "id"):
        if tags.get(key) is not None:
            return key, frozenset(values_of(tags[key]))
    return None


def _shape(edge: GraphEdge, tags: Mapping[str, Any]) -> Shape:
    """Return the course that an edge states: well-known text, or an object of shapely."""
    value = tags.get("geometry")
    if value is None:
        return tuple((x, y) for x, y in tags.get("shape") or ())
    if hasattr(value, "coords"):
        return tuple((float(point[0]), float(point[1])) for point in value.coords)
    match = _LINESTRING.fullmatch(str(value))
    points = [] if match is None else match.group(1).split(",")
    shape = [tuple(number_in(word) for word in point.split()[:2]) for point in points]
    if len(shape) < 2 or any(len(point) < 2 or None in point for point in shape):
        raise InputError(
            f"{edge.where}: the geometry is {brief(str(value))}; a LINESTRING (x y, ...) is needed"
        )
    return tuple((float(x), float(y)) for x, y in shape if x is not None and y is not None)


def _from_tail(shape: Shape, tail: tuple[float, float], head: tuple[float, float]) -> Shape:
    """Return a course from the tail on; an undirected graph does not tell where it starts."""
    there = math.dist(shape[0], tail) + math.dist(shape[-1], head)
    back = math.dist(shape[0], head) + math.dist(shape[-1], tail)
    return shape if there <= back else shape[::-1]


def _number(
    edge: GraphEdge, tags: Mapping[str, Any], role: str, column_of: Mapping[str, str]
) -> float:
    value: Any = tags.get(column_of.get(role, role))
    if hasattr(value, "item"):  # of NumPy
        value = value.item()
    if value is None or value == "":
        return math.nan
    number = number_in(value)
    if number is None:
        raise InputError(f"{edge.where}: {refusal(role, column_of.get(role, role), value)}")
    return number


def _street(
    graph: Graph,
    tags: Sequence[Mapping[str, Any]],
    arcs: Sequence[Arc],
    column_of: Mapping[str, str],
    first: int,
    second: int | None,
) -> GraphStreet:
    """Return the street of an arc or two."""
    arc, data = arcs[first], tags[first]
    edge = first if second is None else min(first, second)
    back = arc.length
    demand = _number(graph.edges[first], data, "demand", column_of)
    if second is not None:
        other = arcs[second].length
        back = arc.length if math.isclose(other, arc.length, rel_tol=_EVEN) else other
        demand = _common_demand(graph, tags, column_of, first, second)
    elif "length_back" in data:
        back = _number(graph.edges[first], data, "length_back", {})
        back = math.inf if math.isnan(back) else back
    elif arc.way or (
        graph.directed and "osmid" not in data and column_of.get("oneway") not in data
    ):
        back = math.inf
    costs = _serve_costs(graph, tags, column_of, first, second)
    lengths = (arc.length, back)
    if arc.backward != (arc.tail != graph.edges[first].tail):
        data = turned_tags(data)
    return GraphStreet(arc.tail, arc.head, lengths, demand, costs, arc.shape, data, edge)


def _serve_costs(
    graph: Graph,
    tags: Sequence[Mapping[str, Any]],
    column_of: Mapping[str, str],
    first: int,
    second: int | None,
) -> tuple[float, float]:
    """Return what serving a street costs: an arc states it for its own direction."""
    there = _number(graph.edges[first], tags[first], "serve_cost", column_of)
    if second is not None:
        back = _number(graph.edges[second], tags[second], "serve_cost", column_of)
    else:
        back = _number(graph.edges[first], tags[first], "serve_cost_back", {})
    there = 0.0 if math.isnan(there) else there
    return there, there if math.isnan(back) else back


def _common_demand(
    graph: Graph, tags: Sequence[Mapping[str, Any]], column_of: Mapping[str, str], *pair: int
) -> float:
    """Return the demand of a street by what its two arcs state."""
    stated = [_number(graph.edges[k], tags[k], "demand", column_of) for k in pair]
    told = [demand for demand in stated if not math.isnan(demand)]
    if len(told) == 2 and not math.isclose(*told, rel_tol=_SAME_DEMAND):
        key = "osmid" if "osmid" in tags[pair[0]] else "id"
        raise InputError(
            f"{graph.edges[max(pair)].where}: two arcs have the {key} "
            f"{brief(str(tags[pair[0]][key]))}, but they are not the two directions of one street "
            f"with one demand: they state {told[0]:g} and {told[1]:g}"
        )
    return told[0] if told else math.nan


def _left_in(
    graph: Graph, streets: list[GraphStreet]
) -> tuple[list[GraphStreet], list[tuple[str, str]], set[Any]]:
    """Return the streets that may be driven, why the others may not, and where these ended.

    A graph that knows nothing of OpenStreetMap's tags has streets alone. A street that states a
    demand is one, whatever its tags.
    """
    if not any("highway" in street.tags for street in streets):
        return streets, [], set()
    left_in, left_out, ended = [], [], set()
    for street in streets:
        tags = street.tags
        if isinstance(tags.get("osmid"), list):  # all but this may be said of a part alone
            tags = {"highway": tags.get("highway", "no")}
        reasons = keeps_out(tags) if "osmid" in street.tags and not street.demand > 0 else []
        if reasons:
            left_out += reasons
            ended |= {street.tail, street.head}
        else:
            left_in.append(street)
    if not left_in:
        raise InputError(f"{graph.source}: the graph has no streets that may be driven")
    return left_in, left_out, ended


def _is_cut_at_bends(graph: Graph) -> bool:
    """Return whether osmnx made the graph and left a node at every point of every street."""
    made_by = str(graph.attributes.get("created_with", ""))
    simplified = str(graph.attributes.get("simplified", False)).lower() == "true"
    return made_by.startswith("OSMnx") and not simplified


def _joined(
    streets: list[GraphStreet], column_of: Mapping[str, str], stay: Container[Any]
) -> list[GraphStreet]:
    """Return streets with those joined that follow each other.

    They have one name, class and priority, the same rules, and the same demand per length, so that
    no demand moves.
    """
    name = column_of.get("name", "name")
    pieces = [
        Piece(
            (street.tail, street.head),
            not math.isfinite(street.lengths[1]),
            (
                str(street.tags.get(name, "")),
                _rate(street, column_of),
                str(street.tags.get("priority", "")),
                street_key(street.tags),
                k if depends_on_direction(street.tags) else -1,
            ),
        )
        for k, street in enumerate(streets)
    ]
    chains, rings = find_chains(pieces, stay)
    joined = [_chain([_turned(streets[k], forward) for k, forward in chain]) for chain in chains]
    joined += [streets[k] for k in rings]
    return sorted(joined, key=lambda street: street.edge)


def _rate(street: GraphStreet, column_of: Mapping[str, str]) -> str:
    """Return the demand per stated length to nine digits; the last ones come of rounding."""
    stated = number_in(street.tags.get(column_of.get("length", "length")))
    return f"{street.demand / (stated or street.lengths[0] or math.nan):.9g}"


def _turned(street: GraphStreet, forward: bool) -> GraphStreet:
    if forward:
        return street
    return street._replace(
        tail=street.head,
        head=street.tail,
        lengths=street.lengths[::-1],
        serve_costs=street.serve_costs[::-1],
        shape=street.shape[::-1],
        tags=turned_tags(street.tags),
    )


def _chain(parts: list[GraphStreet]) -> GraphStreet:
    """Return some streets that follow each other as one."""
    if len(parts) == 1:
        return parts[0]
    shape = tuple(point for part in parts for point in part.shape[:-1]) + parts[-1].shape[-1:]
    there, back = (math.fsum(part.lengths[side] for part in parts) for side in (0, 1))
    return GraphStreet(
        parts[0].tail,
        parts[-1].head,
        (there, back),
        math.fsum(part.demand for part in parts),
        (
            math.fsum(part.serve_costs[0] for part in parts),
            math.fsum(part.serve_costs[1] for part in parts),
        ),
        shape,
        join_tags([part.tags for part in sorted(parts, key=lambda part: part.edge)]),
        min(part.edge for part in parts),
    )


def _note_both_ways(graph: Graph, streets: list[GraphStreet], notes: list[Note]) -> None:
    """Note streets that OpenStreetMap means to be one-way without saying so."""
    for key, value in (("junction", "circular"), ("highway", "motorway")):
        both = [s for s in streets if s.tags.get(key) == value and math.isfinite(s.lengths[1])]
        if both:
            notes.append(
                Note(
                    f"{graph.source}: {counted(len(both), 'street')} with {key}={value} may be "
                    "driven both ways, as the graph says; mostly they are one-way"
                )
            )
