"""Instances from networkx graphs and to them."""

import dataclasses
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from arcload.maps.formats.columns import Columns
from arcload.maps.formats.draft import Draft
from arcload.maps.formats.extras import load_extra
from arcload.maps.formats.graphs import (
    Graph,
    GraphEdge,
    GraphStreet,
    are_degrees,
    attributes_of,
    name_of,
    streets_of,
)
from arcload.maps.formats.reading import Reading
from arcload.model.arguments import require, shown
from arcload.model.edge import Edge
from arcload.model.errors import InputError, did_you_mean
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.types import Id, Keep
from arcload.model.vehicle import FIELDS, Vehicle

_LABELS = ("name", "length_unit", "load_unit", "geographic", "forbidden_turns")
_RULES = ("facilities", "refill_at_depot", "objective", "allow_unserved", "turn_rules")


def from_networkx(
    graph: Any,
    *,
    length: str = "length",
    demand: str = "demand",
    demand_rule: str | None = None,
    demand_per_km: float | None = None,
    keep: Keep = "all",
    **fields: Any,
) -> Instance:
    """Make an instance from a networkx graph of any kind, also one of osmnx.

    An edge of an undirected graph is a street that may be driven both ways, unless its
    attributes ``oneway`` or ``length_back`` say otherwise. An arc of a directed graph is one
    direction of a street: two opposite arcs with the same ``osmid`` or ``id`` are one street, one
    without either is one-way. A graph of osmnx is read as its GraphML file is, see
    ``docs/formats.md``. Node attributes ``x`` and ``y`` are taken as coordinates if every node has
    them; with ``crs`` epsg:4326 they are degrees. ``geometry`` is the course of a street; a length
    that is not given is measured along it.

    Parameters
    ----------
    graph
        The graph.
    length, demand
        Names of the edge attributes; an edge without a demand needs no service.
    demand_rule
        Rule for the demand of the streets for which the graph gives none, such as
        ``"highway=primary: 180/km; else 0"``; lengths are metres.
    demand_per_km
        Demand per km of every street for which neither the graph nor the rule gives one.
    keep
        ``"depot"`` leaves out the parts that the depot's vehicle cannot reach or come back from;
        ``"all"`` refuses them.
    fields
        The depot, start and end, such as ``depot="A"``, and other parameters of `Instance` and
        of its `Vehicle`, such as ``curb_weight=500``. What `to_networkx` kept in the graph's own
        attributes is used where nothing is said here.
    """
    if not (hasattr(graph, "is_directed") and hasattr(graph, "edges") and hasattr(graph, "graph")):
        raise InputError(f"the graph is {shown(graph)}; it must be a graph of networkx")
    for name, attribute in (("length", length), ("demand", demand)):
        if not isinstance(attribute, str):
            raise InputError(f"{name} is {shown(attribute)}; it must name an attribute of edges")
    own = [field.name for field in dataclasses.fields(Instance) if field.name != "notes"]
    parameters = [*own, "vehicle", *FIELDS]
    for name in fields:
        if name not in (*parameters, "depot"):
            raise InputError(f"an instance has no {name!r}{did_you_mean(name, parameters)}")
    vehicle = fields.pop("vehicle", None)
    if vehicle is not None:
        require(vehicle, "vehicle", Vehicle)
        fields["vehicles"] = (vehicle,)
    stored = dict(graph.graph.get("arcload", {}))
    kept = stored.pop("vehicles", None)
    vehicles = fields.pop("vehicles", kept)
    places = {name: fields.pop(name, None) for name in ("depot", "start", "end")}
    missing = any(places[name] is None for name in ("start", "end")) and places["depot"] is None
    if missing and vehicles is None:
        raise InputError("no depot is given; name the node where the tour starts and ends")
    source = Path(str(graph.graph.get("name") or "graph"))
    column_of = {"length": length, "demand": demand, "name": "name", "oneway": "oneway"}
    read = _found(graph, str(source))
    notes: list[Note] = []
    asked = {str(place) for place in places.values()}
    streets = streets_of(
        read,
        column_of,
        notes,
        as_stated=length != "length",
        stay=[node for node in graph if str(node) in asked],
    )
    filled = demand_rule is not None or demand_per_km is not None
    if streets and not filled and not any(demand in s.tags for s in streets):
        notes.append(
            Note(
                f"{source}: no edge has the attribute {demand!r}, so that nothing is to be served",
                "{demand_rule} or {demand_per_km} gives a rule",
            )
        )
    nodes = list(stored.pop("nodes", graph.nodes))
    per_km = demand_per_km if filled else 0.0
    rule = Reading(demand_rule=demand_rule, demand_per_km=per_km, notes=notes)
    columns = _columns(read, streets, column_of, nodes, stored.pop("edges", None), rule)
    lengths = columns.lengths.min(axis=1, initial=math.inf)
    demands = rule.demands(
        columns.demands, lengths, source, attributes=columns.attributes, names=columns.names
    )
    columns = dataclasses.replace(columns, demands=demands)
    given = stored | fields
    told = {name: value for name, value in given.items() if name in (*FIELDS, *_RULES)}
    labels = {name: given[name] for name in _LABELS if name in given}
    if "coordinates" in given:
        labels.pop("geographic", None)  # which comes with them
    columns = dataclasses.replace(columns, **labels)
    draft = Draft(source, columns, {"curb_weight": 0.0}, notes=notes)
    instance = draft.instance(keep=keep, vehicles=vehicles, **places, **told)
    others = {name: value for name, value in given.items() if name not in (*told, *labels)}
    if isinstance(others.get("coordinates"), Mapping):
        points = others["coordinates"]
        others["coordinates"] = [points[node] for node in instance.nodes]
    return instance.replace(**others) if others else instance


def to_networkx(instance: Instance) -> Any:
    """Return the instance as a ``networkx.MultiGraph``.

    Edges are keyed by their ids and carry id, from, to, length, length_back (None where one
    must not drive), demand, name and shape, and serve_cost, serve_cost_back and priority where
    the instance has such, and its attributes; nodes carry x and y. The rest stands in the graph's
    attribute ``"arcload"``, so that `from_networkx` gives the same instance back.
    """
    require(instance, "instance", Instance)
    networkx = load_extra("networkx", "geo", "graphs are made with networkx")
    graph = networkx.MultiGraph(name=instance.name)
    for k, node in enumerate(instance.nodes):
        graph.add_node(node)
        if instance.coordinates is not None:
            graph.nodes[node]["x"], graph.nodes[node]["y"] = instance.coordinates[k].tolist()
    for k, edge in enumerate(instance.edges):
        street = instance.edge(edge)
        there, back = street.length, street.length_back
        graph.add_edge(
            street.tail,
            street.head,
            key=edge,
            id=edge,
            length=there if math.isfinite(there) else None,
            length_back=back if back is not None and math.isfinite(back) else None,
            demand=street.demand,
            name=street.name,
            shape=street.shape,
            **{"from": street.tail, "to": street.head},
            **_costs_and_priority(instance, street),
            **{name: cells[k] for name, cells in instance.attributes.items() if cells[k]},
        )
    names = (*_LABELS, "vehicles", *_RULES, "nodes", "edges")
    graph.graph["arcload"] = {name: getattr(instance, name) for name in names}
    return graph


def _costs_and_priority(instance: Instance, street: Edge) -> dict[str, Any]:
    costs: dict[str, Any] = {}
    if instance.serve_costs is not None:
        costs = {"serve_cost": street.serve_cost, "serve_cost_back": street.serve_cost_back}
    return costs if instance.priorities is None else costs | {"priority": street.priority}


def _found(graph: Any, source: str) -> Graph:
    """Return a networkx graph as the rules for graphs take it."""
    edges = []
    for u, v, data in graph.edges(data=True):
        tail, head = data.get("from", u), data.get("to", v)
        if {tail, head} != {u, v}:
            raise InputError(f"edge {u!r}-{v!r} says that it leads from {tail!r} to {head!r}")
        edges.append(GraphEdge(tail, head, data, f"edge {u!r}-{v!r}"))
    nodes = dict(graph.nodes(data=True))
    located = len(nodes) > 0 and all("x" in data and "y" in data for data in nodes.values())
    return Graph(
        source,
        edges,
        graph.is_directed(),
        {node: (float(data["x"]), float(data["y"])) for node, data in nodes.items()}
        if located
        else None,
        located and are_degrees(graph.graph.get("crs")),
        graph.graph,
    )


def _columns(
    graph: Graph,
    streets: list[GraphStreet],
    column_of: dict[str, str],
    nodes: list[Id],
    order: Sequence[Id] | None,
    reading: Reading,
) -> Columns:
    """Return the network; nodes that never had a street stay."""
    ids = _ids(streets)
    if order is not None:
        position = {edge: index for index, edge in enumerate(order)}
        rank = [position.get(name, len(position)) for name in ids]
        sequence = sorted(range(len(ids)), key=rank.__getitem__)
        streets, ids = [streets[k] for k in sequence], [ids[k] for k in sequence]
    used = {node for street in streets for node in (street.tail, street.head)}
    gone = {node for edge in graph.edges for node in (edge.tail, edge.head)} - used
    nodes = [node for node in nodes if node not in gone]
    index = {node: position for position, node in enumerate(nodes)}
    shapes = [tuple(s.tags.get("shape") or ()) if graph.own else s.shape for s in streets]
    places = None if graph.places is None else np.array([graph.places[node] for node in nodes])
    ranks = [street.tags.get("priority") for street in streets]
    return Columns(
        name="instance",
        nodes=nodes,
        edges=ids,
        ends=np.array([(index[s.tail], index[s.head]) for s in streets]).reshape(-1, 2),
        lengths=np.array([s.lengths for s in streets]).reshape(-1, 2),
        demands=np.array([s.demand for s in streets]),
        names=tuple(name_of(street, column_of) for street in streets),
        shapes=tuple(shapes),
        serve_costs=np.array([s.serve_costs for s in streets]).reshape(-1, 2),
        priorities=reading.priorities(ranks, Path(graph.source)),
        attributes=attributes_of(graph, streets, column_of, reading.notes),
        coordinates=places,
        geographic=graph.geographic,
        length_unit="m" if "crs" in graph.attributes else "",
    )


def _ids(streets: list[GraphStreet]) -> list[Id]:
    """Return the ids that the graph gives, or numbers; osmnx gives none to the whole street."""
    own = [street.tags.get("id") for street in streets]
    if any("osmid" in street.tags for street in streets) and (
        None in own or len({str(name) for name in own}) < len(own)
    ):
        own = [None] * len(own)
    return [number if name is None else name for number, name in enumerate(own, start=1)]
