"""Edges that are driven too seldom to make a tour, and what is to be added."""

import numpy as np

from arcload.model.instance import Instance
from arcload.model.types import FloatArray, IntArray
from arcload.solving.postman.t_join import t_join


def repaired(instance: Instance, need: IntArray) -> IntArray:
    """Return how often to drive each edge so that all hangs together and every node is even.

    This is Frederickson's heuristic: first the shortest tree that connects the parts, then the
    cheapest edges that make the odd nodes even.
    """
    times, _ = made_even(instance, connected(instance, need))
    return times


def made_even(instance: Instance, need: IntArray) -> tuple[IntArray, list[int]]:
    """Return how often to drive each edge so that a walk can drive them all.

    Where the tour may start or end anywhere, the nodes chosen for that are returned too.
    """
    places = fixed_places(instance)
    degree = np.bincount(instance.ends.ravel(), np.repeat(need, 2), len(instance.nodes))
    degree += np.bincount(np.array(places, dtype=np.int64), minlength=len(degree))
    odd = np.flatnonzero(degree.astype(np.int64) % 2).tolist()
    joined, ends = t_join(instance.ends, two_way(instance), odd, min(2 - len(places), len(odd)))
    times = need.copy()
    times[joined] += 1
    return times, ends


def connected(instance: Instance, need: IntArray) -> IntArray:
    """Return how often to drive each edge so that all parts hang together.

    The shortest tree over the parts is found among the edges between their neighbourhoods, as
    Mehlhorn (1988) proved to be enough.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import dijkstra

    parts = _Parts(instance, need)
    if parts.count <= 1:
        return need
    lengths, (tail, head) = two_way(instance), instance.ends.T
    nodes = len(instance.nodes)
    order = np.argsort(-lengths, kind="stable")  # of parallel edges the shortest is taken last
    edge_between = {
        pair: int(edge)
        for edge in order
        for pair in ((tail[edge], head[edge]), (head[edge], tail[edge]))
    }
    rows, columns = np.array(list(edge_between)).T
    shortest = np.array(list(edge_between.values()))
    graph = csr_array((lengths[shortest], (rows, columns)), shape=(nodes, nodes))
    distance, before, source = dijkstra(
        graph, indices=parts.nodes, min_only=True, return_predecessors=True
    )
    bridges = distance[tail] + lengths + distance[head]
    times = need.copy()
    for edge in np.argsort(bridges, kind="stable"):
        if np.isfinite(bridges[edge]) and parts.join(source[tail[edge]], source[head[edge]]):
            driven = [edge]
            for end in instance.ends[edge]:
                node = end
                while before[node] >= 0:
                    driven.append(edge_between[before[node], node])
                    node = before[node]
            times[driven] = np.maximum(times[driven], 1)
    return times


def is_connected(instance: Instance, need: IntArray) -> bool:
    """Return whether the edges that are needed hang together with the start and the end."""
    return _Parts(instance, need).count <= 1


def fixed_places(instance: Instance) -> list[int]:
    """Return the nodes where the tour must start and end."""
    return [place for place in (instance.start_index, instance.end_index) if place >= 0]


def two_way(instance: Instance) -> FloatArray:
    """Return one length per edge: the mean of both directions, or that of the only one."""
    allowed = np.isfinite(instance.lengths)
    total = np.where(allowed, instance.lengths, 0).sum(axis=1)
    mean: FloatArray = total / allowed.sum(axis=1)
    return mean


class _Parts:
    """The parts in which needed edges, start and end hang together."""

    def __init__(self, instance: Instance, need: IntArray) -> None:
        self._above: dict[int, int] = {}
        for place in fixed_places(instance):
            self._above.setdefault(place, place)
        ends = instance.ends[need > 0].tolist()
        for node in (node for pair in ends for node in pair):
            self._above.setdefault(node, node)
        self.count = len(self._above)
        self.nodes = list(self._above)
        for tail, head in ends:
            self.join(tail, head)

    def join(self, one: int, other: int) -> bool:
        """Make one part of the parts of two nodes; return whether they were two."""
        one, other = self._top(int(one)), self._top(int(other))
        if one != other:
            self._above[one] = other
            self.count -= 1
        return one != other

    def _top(self, node: int) -> int:
        while self._above[node] != node:
            self._above[node] = self._above[self._above[node]]
            node = self._above[node]
        return node
