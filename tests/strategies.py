"""Random instances of every kind, for properties."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

from arcload import FREE, InputError, Instance, Vehicle
from arcload.model.types import Id

Pair = tuple[float, float]

NUMBERS = st.integers(1, 20).map(float) | st.floats(0.001, 1000.0)
"""Lengths and loads above 0."""

FACTORS = st.just(1.0) | st.sampled_from([0.0, 0.3, 2.5])
"""Load factors."""

POINTS = st.tuples(st.integers(-9, 9).map(float), st.floats(-1e6, 1e6))
DEGREES = st.tuples(st.floats(-180, 180), st.floats(-90, 90))

WORDS = st.text(st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=8)
"""Text without blanks and control characters."""

IDS = st.integers(-5, 10**6) | WORDS | st.sampled_from([1.5, -0.25])


class _Kind(NamedTuple):
    """What `instances` was asked for."""

    max_nodes: int
    min_served: int
    max_served: int
    symmetric: bool
    closed: bool
    deliver: bool
    unit_factor: bool


def instances(
    *,
    max_nodes: int = 6,
    min_served: int = 0,
    max_served: int = 7,
    symmetric: bool = False,
    closed: bool = False,
    deliver: bool = False,
    unit_factor: bool = False,
) -> st.SearchStrategy[Instance]:
    """Return a strategy of valid instances.

    Parameters
    ----------
    max_nodes
        Most nodes.
    min_served, max_served
        Least and most edges with a demand; up to three more have none.
    symmetric
        Whether every edge has one length for both directions.
    closed
        Whether the tour starts and ends at one node.
    deliver
        Whether the mode is always ``"deliver"``.
    unit_factor
        Whether the load factor is always 1.
    """
    return _instances(
        _Kind(max_nodes, min_served, max_served, symmetric, closed, deliver, unit_factor)
    )


@st.composite
def _instances(draw: st.DrawFn, kind: _Kind) -> Instance:
    n = draw(st.integers(1, kind.max_nodes))
    lonely = n > 1 and draw(st.integers(0, 7)) == 7
    pairs = draw(_node_pairs(n - lonely, kind))
    count = len(pairs)
    m = draw(st.integers(kind.min_served, min(kind.max_served, count)))
    served = draw(st.sets(st.integers(0, count - 1), min_size=m, max_size=m)) if m else set()
    nodes, ids = draw(_ids(n, first=draw(st.sampled_from([0, 1])))), draw(_ids(count, first=1))
    labels = draw(_labels(count))
    demands = [draw(NUMBERS) if edge in served else 0.0 for edge in range(count)]
    lengths = [draw(_lengths(kind.symmetric)) for _ in pairs]
    start, end = draw(_places(nodes[: n - lonely], kind.closed))
    load_factor = 1.0 if kind.unit_factor else draw(FACTORS)
    fields: dict[str, Any] = {
        "nodes": tuple(nodes),
        "edges": tuple(ids),
        "ends": pairs,
        "demands": demands,
        "vehicles": (
            Vehicle(
                start=start,
                end=end,
                curb_weight=draw(st.just(0.0) | NUMBERS if load_factor else NUMBERS),
                load_factor=load_factor,
                mode="deliver" if kind.deliver else draw(st.sampled_from(["deliver", "collect"])),
            ),
        ),
        **draw(_points(n)),
        **labels,
    }
    if draw(st.integers(0, 3)) == 3:
        try:
            return Instance(lengths=np.array(lengths).reshape(-1, 2), **fields)
        except InputError:
            pass  # one-way streets cut it apart, so the tree is made two-way
    size = n - lonely - 1
    tree = [(min(pair), min(pair)) if math.inf in pair else pair for pair in lengths[:size]]
    return Instance(lengths=np.array(tree + lengths[size:]).reshape(-1, 2), **fields)


@st.composite
def _points(draw: st.DrawFn, nodes: int) -> dict[str, Any]:
    geographic = draw(st.integers(0, 3)) == 3
    point = DEGREES if geographic else POINTS
    listed = st.lists(point, min_size=nodes, max_size=nodes)
    return {
        "coordinates": draw(listed if geographic else st.none() | listed),
        "geographic": geographic,
    }


@st.composite
def _node_pairs(draw: st.DrawFn, n: int, kind: _Kind) -> list[tuple[int, int]]:
    """Return the ends of a random tree on n nodes, then those of any other edges."""
    flips = st.booleans()
    tree = []
    for node in range(1, n):
        parent = draw(st.integers(0, node - 1))
        tree.append((node, parent) if draw(flips) else (parent, node))
    anywhere = st.tuples(st.integers(0, n - 1), st.integers(0, n - 1))
    least = max(0, kind.min_served - len(tree))
    most = max(least, kind.max_served + 3 - len(tree))
    return tree + draw(st.lists(anywhere, min_size=least, max_size=most))


@st.composite
def _ids(draw: st.DrawFn, count: int, first: int) -> Sequence[Id]:
    if draw(st.booleans()):
        return range(first, first + count)
    return draw(st.lists(IDS, min_size=count, max_size=count, unique_by=str))


@st.composite
def _lengths(draw: st.DrawFn, symmetric: bool) -> Pair:
    length = draw(NUMBERS | st.just(0.0))
    turn = 0 if symmetric else draw(st.integers(0, 5))
    uneven = (length, draw(NUMBERS)) if turn == 1 else (length, length)
    return {2: (length, math.inf), 3: (math.inf, length)}.get(turn, uneven)


@st.composite
def _places(draw: st.DrawFn, nodes: Sequence[Id], closed: bool) -> tuple[Any, Any]:
    place = st.sampled_from(list(nodes))
    if closed or draw(st.booleans()):
        depot = draw(place)
        return depot, depot
    return draw(st.just(FREE) | place), draw(st.just(FREE) | place)


@st.composite
def _labels(draw: st.DrawFn, edges: int) -> dict[str, Any]:
    text = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
    shape = st.lists(POINTS, max_size=3).map(tuple)
    names = draw(st.none() | st.lists(text, min_size=edges, max_size=edges).map(tuple))
    shapes = draw(st.none() | st.lists(shape, min_size=edges, max_size=edges).map(tuple))
    return {
        "name": draw(text),
        "length_unit": draw(st.sampled_from(["", "m", "km"])),
        "load_unit": draw(st.sampled_from(["", "kg", "m³"])),
        "names": names if names and any(names) else None,
        "shapes": shapes if shapes and any(shapes) else None,
    }
