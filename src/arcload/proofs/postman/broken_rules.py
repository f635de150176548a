"""Rules of the postman's program that a solution breaks."""

from collections.abc import Iterator

import numpy as np

from arcload.model.types import BoolArray, FloatArray
from arcload.proofs.postman.cut import CutKind
from arcload.proofs.postman.linked_sets import LinkedSets
from arcload.proofs.postman.odd_sets import least_odd_sets, odd_pairs, odd_parts
from arcload.proofs.postman.postman_program import PostmanOptimum
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.postman.weighted_graph import WeightedGraph
from arcload.proofs.street_network import StreetNetwork

BROKEN = 1e-6
"""By how much a rule must be broken."""


class BrokenRules:
    """Finds rules that solutions of a network break.

    Parameters
    ----------
    network, ends
        The network and its required ends.
    """

    def __init__(self, network: StreetNetwork, ends: RequiredEnds) -> None:
        self._network, self._linked = network, LinkedSets(network, ends)
        self._free = np.array([place < 0 for place in (network.start, network.end)])
        self._odd = np.append(ends.odd, ends.odd.sum() % 2 == 1)  # the last node is everywhere else

    def of(self, optimum: PostmanOptimum) -> list[tuple[CutKind, BoolArray]]:
        """Return some; if there is none, no odd and no linked set breaks its rule."""
        return self._quick(optimum) or self._thorough(optimum)

    def _quick(self, optimum: PostmanOptimum) -> list[tuple[CutKind, BoolArray]]:
        graph = self._deadheads(optimum)
        odd = [*odd_parts(graph, self._odd), *odd_pairs(graph, self._odd)]
        rules = self._odd_rules(graph, odd)
        if self._linked.matter:
            linked = self._linked.by_parts(optimum.deadheads, optimum.starts)
            rules += self._linked_rules(optimum, linked)
        return rules

    def _thorough(self, optimum: PostmanOptimum) -> list[tuple[CutKind, BoolArray]]:
        graph = self._deadheads(optimum)
        rules = self._odd_rules(graph, least_odd_sets(graph, self._odd, 1 - BROKEN))
        if self._linked.matter:
            linked = self._linked.least(optimum.deadheads, optimum.starts)
            rules += self._linked_rules(optimum, linked)
        return rules

    def _deadheads(self, optimum: PostmanOptimum) -> WeightedGraph:
        """Return the graph of deadheads; free places lead to its last node."""
        network, nodes = self._network, self._network.nodes
        places: FloatArray = self._free @ np.stack([optimum.starts, optimum.ends])
        return WeightedGraph(
            nodes + 1,
            np.append(network.tail, np.arange(nodes)),
            np.append(network.head, np.full(nodes, nodes)),
            np.append(optimum.deadheads, places),
        )

    def _odd_rules(
        self, graph: WeightedGraph, sets: Iterator[BoolArray] | list[BoolArray]
    ) -> list[tuple[CutKind, BoolArray]]:
        rules: list[tuple[CutKind, BoolArray]] = []
        for one in sets:
            inside = ~one if one[-1] else one
            border = inside[graph.tail] != inside[graph.head]
            if graph.weight[border].sum() < 1 - BROKEN:
                rules.append(("odd", inside[:-1]))
        return rules

    def _linked_rules(
        self, optimum: PostmanOptimum, sets: Iterator[BoolArray]
    ) -> list[tuple[CutKind, BoolArray]]:
        head, tail = self._network.head, self._network.tail
        rules: list[tuple[CutKind, BoolArray]] = []
        for inside in sets:
            entered = optimum.deadheads[inside[head] & ~inside[tail]].sum()
            if entered + optimum.starts[inside].sum() < 1 - BROKEN:
                rules.append(("linked", inside))
        return rules
