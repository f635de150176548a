"""Sets of nodes with an odd number of marked ones and little weight at their border."""

from collections.abc import Iterator

import numpy as np

from arcload.model.types import BoolArray
from arcload.proofs.postman.weighted_graph import WeightedGraph

_LEVELS = (1e-6, 0.1, 0.2, 0.3, 0.45, 0.6, 0.75, 0.9)  # weights above which nodes are together


def odd_parts(graph: WeightedGraph, odd: BoolArray, below: float) -> Iterator[BoolArray]:
    """Give the odd ones of the parts that edges above several weights connect.

    Those only whose border weighs less than a number.
    """
    for labels in graph.parts(*_LEVELS):
        count = np.bincount(labels, odd)
        for label in np.flatnonzero((count % 2 == 1) & (graph.borders(labels) < below)):
            yield labels == label


def odd_pairs(graph: WeightedGraph, odd: BoolArray, below: float) -> Iterator[BoolArray]:
    """Give the odd pairs of neighbours whose border weighs less than a number."""
    around = np.bincount(graph.tail, graph.weight, graph.nodes)
    around += np.bincount(graph.head, graph.weight, graph.nodes)
    border = around[graph.tail] + around[graph.head] - 2 * graph.weight
    for edge in np.flatnonzero((odd[graph.tail] != odd[graph.head]) & (border < below)):
        inside = np.zeros(graph.nodes, dtype=np.bool_)
        inside[[graph.tail[edge], graph.head[edge]]] = True
        yield inside


def some_odd_sets(graph: WeightedGraph, odd: BoolArray, below: float) -> Iterator[BoolArray]:
    """Give odd sets whose border weighs less than a number, least cuts between marked nodes.

    They are found in a part of the time that `least_odd_sets` takes where most edges have weight.
    """
    (labels,) = graph.parts(below)
    small = graph.merged(labels)
    marked = np.bincount(labels, odd, small.nodes) % 2 == 1
    for inside in small.cuts_between(np.flatnonzero(marked), below):
        if inside[marked].sum() % 2:
            yield inside[labels]


def least_odd_sets(graph: WeightedGraph, odd: BoolArray, below: float) -> Iterator[BoolArray]:
    """Give odd sets whose border weighs less than a number, among them the least of all.

    That one is among the cuts of a cut tree (Padberg and Rao, 1982). Nodes that a greater weight
    connects lie on the same side of every such set, so they are one node first.
    """
    (labels,) = graph.parts(below)
    small = graph.merged(labels)
    marked = np.bincount(labels, odd, small.nodes) % 2 == 1
    for nodes in small.tree_cuts(below):
        if marked[nodes].sum() % 2:
            inside = np.zeros(small.nodes, dtype=np.bool_)
            inside[nodes] = True
            yield inside[labels]
