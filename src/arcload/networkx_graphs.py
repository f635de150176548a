"""Instances from networkx graphs and to them."""

import math
from typing import Any

import numpy as np

from arcload.errors import InputError
from arcload.instance import Edge, Instance
from arcload.types import Id


def from_networkx(
    graph: Any, *, length: str = "length", demand: str = "demand", **fields: Any
) -> Instance:
    """Make an instance from a networkx graph of any kind.

    An edge of an undirected graph is a street that may be driven both ways; its attribute
    ``length_back`` says otherwise. An arc of a directed graph is a one-way street; two arcs in
    opposite directions with the same ``id`` are one street. Node attributes ``x`` and ``y`` are
    taken as coordinates if every node has them.

    Parameters
    ----------
    graph
        The graph.
    length, demand
        Names of the edge attributes; an edge without a demand needs no service.
    fields
        The depot and other parameters of `Instance.from_edges`, such as ``depot="A"``. What
        `to_networkx` kept in the graph's own attributes is used where nothing is said here.
    """
    streets: list[Edge] = []
    opened: dict[Id, int] = {}  # arcs that may still find their opposite
    for u, v, data in graph.edges(data=True):
        street = _street(u, v, data, length, demand, directed=graph.is_directed())
        other = opened.pop(street.id, None) if street.id is not None else None
        if graph.is_directed() and other is not None:
            streets[other] = _joined(streets[other], street)
            continue
        if graph.is_directed() and street.id is not None:
            opened[street.id] = len(streets)
        streets.append(street)
    located = len(graph) > 0 and all(
        "x" in data and "y" in data for _, data in graph.nodes(data=True)
    )
    if located:
        fields.setdefault(
            "coordinates",
            {node: (float(data["x"]), float(data["y"])) for node, data in graph.nodes(data=True)},
        )
    kept = graph.graph.get("arcload", {})
    if "depot" in fields:
        kept = {name: value for name, value in kept.items() if name not in ("start", "end")}
    order = kept.get("edges")
    if order is not None:
        position = {edge: index for index, edge in enumerate(order)}
        streets.sort(key=lambda street: position.get(street.id, len(position)))
    settings = {name: value for name, value in kept.items() if name not in ("nodes", "edges")}
    instance = Instance.from_edges(streets, **(settings | fields))
    return _with_all_nodes(
        instance, list(kept.get("nodes", graph.nodes)), fields.get("coordinates")
    )


def to_networkx(instance: Instance) -> Any:
    """Return the instance as a ``networkx.MultiGraph``.

    Edges are keyed by their ids and carry id, from, to, length, length_back (None where one
    must not drive), demand, name and shape; nodes carry x and y. The rest stands in the graph's
    attribute ``"arcload"``, so that `from_networkx` gives the same instance back.
    """
    import networkx

    graph = networkx.MultiGraph(name=instance.name)
    for k, node in enumerate(instance.nodes):
        graph.add_node(node)
        if instance.coordinates is not None:
            graph.nodes[node]["x"], graph.nodes[node]["y"] = instance.coordinates[k].tolist()
    for edge in instance.edges:
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
        )
    names = ("name", "mode", "curb_weight", "capacity", "length_unit", "load_unit", "geographic")
    graph.graph["arcload"] = {
        name: getattr(instance, name) for name in (*names, "start", "end", "nodes", "edges")
    }
    return graph


def _street(u: Any, v: Any, data: dict[str, Any], length: str, demand: str, directed: bool) -> Edge:
    if length not in data:
        raise InputError(f"edge {u!r}-{v!r} has no attribute {length!r}; name the one to use")
    tail, head = data.get("from", u), data.get("to", v)
    if {tail, head} != {u, v}:
        raise InputError(f"edge {u!r}-{v!r} says that it leads from {tail!r} to {head!r}")
    there = math.inf if data[length] is None else float(data[length])
    back: float | None = math.inf if directed else None
    if "length_back" in data:
        back = math.inf if data["length_back"] is None else float(data["length_back"])
    return Edge(
        tail,
        head,
        there,
        float(data.get(demand) or 0.0),
        id=data.get("id"),
        length_back=back,
        name=str(data.get("name") or ""),
        shape=tuple(data.get("shape") or ()),
    )


def _joined(there: Edge, back: Edge) -> Edge:
    if (there.tail, there.head) != (back.head, back.tail) or there.demand != back.demand:
        raise InputError(
            f"two arcs have the id {there.id!r}, but they are not the two directions of one "
            "street with one demand"
        )
    return there._replace(length_back=back.length)


def _with_all_nodes(instance: Instance, nodes: list[Id], points: Any) -> Instance:
    """Return the instance with its nodes in the graph's order, those without edges included."""
    if list(instance.nodes) == nodes:
        return instance
    index = {node: position for position, node in enumerate(nodes)}
    moved = np.array([index[node] for node in instance.nodes])
    return instance.replace(
        nodes=nodes,
        ends=moved[instance.ends],
        coordinates=None if points is None else [points[node] for node in nodes],
    )
