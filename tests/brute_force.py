"""Slow and simple versions of what the package does fast; they share no code with it."""

import functools
import itertools
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

import arcload
from arcload.model.types import Id

Spot: TypeAlias = tuple[str, Any, int]
"""``("place", node, 0)``, or a drive that is next or was last: ``("enter" or "left", edge, side)``;
side 0 drives from tail to head."""

Way: TypeAlias = Callable[[Spot, Spot], float]
"""How far it is from one spot to another."""


def all_distances(instance: arcload.Instance) -> dict[tuple[Id, Id], float]:
    """Return all shortest distances, by Floyd's algorithm."""
    D = {(u, v): 0.0 if u == v else math.inf for u in instance.nodes for v in instance.nodes}
    for k in instance.edges:
        edge = instance.edge(k)
        assert edge.length_back is not None
        for u, v, length in (
            (edge.tail, edge.head, edge.length),
            (edge.head, edge.tail, edge.length_back),
        ):
            D[u, v] = min(D[u, v], length)
    for k in instance.nodes:
        for u in instance.nodes:
            for v in instance.nodes:
                D[u, v] = min(D[u, v], D[u, k] + D[k, v])
    return D


def cost_of(
    instance: arcload.Instance,
    D: dict[tuple[Id, Id], float],
    order: tuple[Id, ...],
    directions: tuple[int, ...],
) -> float:
    """Return W * L + b * sum of q * t, t being the distance a unit of load is carried.

    A load delivered is carried from the start to the middle of its edge, one collected from
    there to the end. Infinite if the order cannot be driven.
    """
    driven = 0.0
    here = None if instance.start is arcload.FREE else instance.start
    middles: list[tuple[float, float]] = []
    for k, direction in zip(order, directions, strict=True):
        edge = instance.edge(k)
        assert edge.length_back is not None
        tail, head, length = (
            (edge.tail, edge.head, edge.length)
            if direction == 1
            else (edge.head, edge.tail, edge.length_back)
        )
        driven += 0.0 if here is None else D[here, tail]
        middles.append((driven + length / 2, edge.demand))
        driven += length
        here = head
    if here is not None and instance.end is not arcload.FREE:
        driven += D[here, instance.end]
    if math.isinf(driven):
        return math.inf
    if instance.mode == "collect":
        middles = [(driven - middle, demand) for middle, demand in middles]
    return instance.curb_weight * driven + instance.load_factor * sum(q * t for t, q in middles)


def best_over_directions(instance: arcload.Instance, order: tuple[Id, ...]) -> float:
    """Return the least cost of an order over all 2^m directions."""
    D = all_distances(instance)
    return min(
        cost_of(instance, D, order, directions)
        for directions in itertools.product((1, 2), repeat=len(order))
    )


def best_over_orders(instance: arcload.Instance) -> float:
    """Return the optimum, over all m! * 2^m tours."""
    D = all_distances(instance)
    served = [instance.edges[k] for k in instance.served]
    return min(
        cost_of(instance, D, order, directions)
        for order in itertools.permutations(served)
        for directions in itertools.product((1, 2), repeat=len(order))
    )


def optimum_of(instance: arcload.Instance, way: Way | None = None) -> float:
    """Return the optimum, by a recursion over sets of served edges from the definition alone.

    The load on board depends on the set served: what is left of it, or what was collected.

    Parameters
    ----------
    instance
        The instance.
    way
        Gives the way between two spots where turns count; by default every turn is free.
    """
    if way is None:
        D = all_distances(instance)

        def way(here: Spot, there: Spot) -> float:
            return D[node_of(instance, here), node_of(instance, there)]

    return _optimum(instance, way)


def node_of(instance: arcload.Instance, spot: Spot) -> Id:
    """Return the node where a spot is."""
    kind, which, side = spot
    if kind == "place":
        return instance.nodes[instance.node_index(which)]
    edge = instance.edge(which)
    return (edge.tail, edge.head)[side if kind == "enter" else 1 - side]


def _optimum(instance: arcload.Instance, way: Way) -> float:
    streets = [instance.edge(instance.edges[k]) for k in instance.served]
    # Times the load factor, as it stands in the cost.
    W, m, collecting = instance.curb_weight, len(streets), instance.mode == "collect"
    load = [
        instance.load_factor
        * sum(street.demand for e, street in enumerate(streets) if (done >> e & 1) == collecting)
        for done in range(1 << m)
    ]
    passes = [
        [
            (street.id, side, length)
            for side, length in enumerate((street.length, street.length_back or 0.0))
            if math.isfinite(length)
        ]
        for street in streets
    ]
    start, end = (
        None if place is arcload.FREE else ("place", place, 0)
        for place in (instance.start, instance.end)
    )

    @functools.cache
    def to_go(done: int, here: Spot | None) -> float:
        on_board = W + load[done]
        if done == (1 << m) - 1:
            home = 0.0 if end is None or here is None else way(here, end)
            return on_board * home if math.isfinite(home) else math.inf
        best = math.inf
        for e in range(m):
            if done >> e & 1:
                continue
            then = done | 1 << e
            mean = W + (load[done] + load[then]) / 2
            for edge, side, length in passes[e]:
                there = 0.0 if here is None else way(here, ("enter", edge, side))
                if math.isfinite(there):
                    rest = to_go(then, ("left", edge, side))
                    best = min(best, on_board * there + mean * length + rest)
        return best

    return to_go(0, start)


def shortest_length(instance: arcload.Instance) -> Fraction:
    """Return the length of the shortest tour without rounding, over all sets and nodes."""
    streets = [instance.edge(edge) for edge in instance.edges]
    drives = [
        (street.id, *drive, Fraction(length))
        for street in streets
        for drive, length in (
            ((street.tail, street.head), street.length),
            ((street.head, street.tail), street.length_back),
        )
        if length is not None and math.isfinite(length)
    ]
    D: dict[Any, Fraction] = {(node, node): Fraction(0) for node in instance.nodes}
    for _, tail, head, length in drives:
        D[tail, head] = min(length, D.get((tail, head), length))
    for k, u, v in itertools.product(instance.nodes, repeat=3):
        if (u, k) in D and (k, v) in D:
            way = D[u, k] + D[k, v]
            D[u, v] = min(way, D.get((u, v), way))
    anywhere = object()
    for node in [anywhere, *instance.nodes]:
        D[anywhere, node] = D[node, anywhere] = Fraction(0)
    start, end = (
        anywhere if place is arcload.FREE else place for place in (instance.start, instance.end)
    )
    every = frozenset(street.id for street in streets if street.demand > 0)

    @functools.cache
    def to_go(left: frozenset[Any], here: Any) -> Fraction | None:
        if not left:
            return D.get((here, end))
        ways = [
            D[here, tail] + length + rest
            for edge, tail, head, length in drives
            if edge in left and (here, tail) in D
            for rest in [to_go(left - {edge}, head)]
            if rest is not None
        ]
        return min(ways, default=None)

    found = to_go(every, start)
    assert found is not None
    return found
