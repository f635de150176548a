"""Sets of nodes with an odd number of marked ones and little weight at their border."""

from collections.abc import Iterator

import numpy as np

from arcload.model.types import BoolArray, IntArray
from arcload.proofs.postman.weighted_graph import WeightedGraph

_LEVELS = (1e-6, 0.1, 0.2, 0.3, 0.45, 0.6, 0.75, 0.9)  # weights above which nodes are together


def odd_parts(graph: WeightedGraph, odd: BoolArray) -> Iterator[BoolArray]:
    """Give the odd ones of the parts that edges above several weights connect."""
    for level in _LEVELS:
        yield from _odd_groups(graph.parts(level), odd)


def odd_pairs(graph: WeightedGraph, odd: BoolArray) -> Iterator[BoolArray]:
    """Give the odd pairs of neighbours whose border weighs less than 1."""
    around = np.bincount(graph.tail, graph.weight, graph.nodes)
    around += np.bincount(graph.head, graph.weight, graph.nodes)
    border = around[graph.tail] + around[graph.head] - 2 * graph.weight
    for edge in np.flatnonzero((odd[graph.tail] != odd[graph.head]) & (border < 1)):
        inside = np.zeros(graph.nodes, dtype=np.bool_)
        inside[[graph.tail[edge], graph.head[edge]]] = True
        yield inside


def least_odd_sets(graph: WeightedGraph, odd: BoolArray, below: float) -> Iterator[BoolArray]:
    """Give odd sets whose border weighs less than a number, among them the least of all.

    The least odd border is among those of a cut tree of the odd nodes (Padberg and Rao, 1982).
    The tree is Gusfield's (1990). Nodes that a weight of at least the number connects lie on
    the same side of every such set, so they are one node first.
    """
    labels = graph.parts(below)
    small = graph.merged(labels)
    marked = np.bincount(labels, odd, small.nodes) % 2 == 1
    apart = small.parts(0.0)
    for part in np.unique(apart[marked]):
        terminals = np.flatnonzero(marked & (apart == part))
        for inside in _tree_sets(small, terminals, below):
            yield inside[labels]


def _tree_sets(graph: WeightedGraph, terminals: IntArray, below: float) -> Iterator[BoolArray]:
    """Give the odd sets of a cut tree whose border weighs less than a number."""
    count = len(terminals)
    above = np.zeros(count, dtype=np.int64)
    value = np.full(count, np.inf)
    for place in range(1, count):
        root = int(above[place])
        least, inside = graph.least_cut(int(terminals[root]), int(terminals[place]))
        mine = inside[terminals]
        follow = mine & (above == root)
        follow[[place, root]] = False
        above[follow] = place
        value[place] = least
        if root != above[root] and mine[above[root]]:
            above[[place, root]] = above[root], place
            value[[place, root]] = value[root], least
    for root in np.flatnonzero(value < below).tolist():
        below_it = _below(above, root)
        if below_it.sum() % 2:
            yield _separating(graph, terminals[~below_it], terminals[below_it])


def _below(above: IntArray, place: int) -> BoolArray:
    """Return which terminals hang below one in the tree, itself included."""
    at = np.arange(len(above))
    found: BoolArray = at == place
    for _ in range(len(above)):
        at = above[at]
        found |= at == place
        if not at.any():
            break
    return found


def _separating(graph: WeightedGraph, outside: IntArray, inside: IntArray) -> BoolArray:
    """Return the side of the second group in the least cut between two groups."""
    labels = np.arange(graph.nodes)
    labels[outside], labels[inside] = outside[0], inside[0]
    _, labels = np.unique(labels, return_inverse=True)
    _, side = graph.merged(labels).least_cut(int(labels[outside[0]]), int(labels[inside[0]]))
    return side[labels]


def _odd_groups(labels: IntArray, odd: BoolArray) -> Iterator[BoolArray]:
    count = np.bincount(labels, odd)
    for label in np.flatnonzero(count % 2 == 1):
        yield labels == label
