"""From the arcs of a graph to streets: two opposite arcs of one street become one edge."""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from arcload.earth import earth_distances
from arcload.errors import InputError
from arcload.types import FloatArray, Id, Shape


class Arc(NamedTuple):
    """One direction of a street.

    Parameters
    ----------
    tail, head
        Its end nodes.
    street
        What tells its street from others between the same nodes; arcs without are alone.
    way
        1: its street is one-way, along this arc; 0: it may be driven both ways.
    backward
        Whether it runs against the drawing of its street.
    shape
        Its course from tail to head; empty if that is unknown.
    data
        What else is known of it.
    line
        Its line in the file.
    """

    tail: Id
    head: Id
    street: Any
    way: int
    backward: bool
    shape: Shape
    data: dict[str, Any]
    line: int


def join_arcs(arcs: Iterable[Arc]) -> list[Arc]:
    """Return one arc a street: of two opposite arcs of a two-way street the one drawn forward."""
    joined: list[Arc | None] = []
    waiting: dict[Any, list[int]] = defaultdict(list)
    for arc in arcs:
        if arc.way or arc.street is None:
            joined.append(arc)
            continue
        partners = waiting[arc.head, arc.tail, arc.street]
        if not partners:
            waiting[arc.tail, arc.head, arc.street].append(len(joined))
            joined.append(arc)
            continue
        other = partners.pop(0)
        first = joined[other]
        assert first is not None
        if first.backward and not arc.backward:
            joined[other] = arc
    return [arc for arc in joined if arc is not None]


def measure(shape: Shape, geographic: bool) -> float:
    """Return the length of a course: metres on earth, or in the unit of the plane."""
    points = np.array(shape, dtype=np.float64).reshape(-1, 2)
    if geographic:
        return float(earth_distances(points[:-1], points[1:]).sum())
    return float(np.hypot(*(points[1:] - points[:-1]).T).sum())


def columns_of(
    path: Path,
    arcs: list[Arc],
    lengths: FloatArray,
    places: Mapping[Any, tuple[float, float]] | None,
    order: Iterable[Id],
) -> dict[str, Any]:
    """Return the columns of an instance that the arcs make up, all but demands and names.

    Parameters
    ----------
    path
        The file, for messages.
    arcs
        One arc a street.
    lengths
        The length of each.
    places
        The point of each node, None where points are unknown.
    order
        All nodes in the order of the file; those without a street are left out.
    """
    if not arcs:
        raise InputError(f"{path}: the file has no streets")
    used = {node for arc in arcs for node in (arc.tail, arc.head)}
    nodes = [node for node in order if node in used]
    index = {node: position for position, node in enumerate(nodes)}
    back = [
        math.inf if arc.way else float(length) for arc, length in zip(arcs, lengths, strict=True)
    ]
    return {
        "nodes": nodes,
        "edges": list(range(1, len(arcs) + 1)),
        "ends": np.array([(index[arc.tail], index[arc.head]) for arc in arcs]),
        "lengths": np.column_stack([lengths, back]),
        "shapes": [arc.shape for arc in arcs],
        "coordinates": None if places is None else np.array([places[node] for node in nodes]),
    }
