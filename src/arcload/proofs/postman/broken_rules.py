"""Rules of the postman's program that a solution breaks."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import numpy as np

from arcload.model.types import BoolArray, FloatArray
from arcload.proofs.postman.cut import CutKind
from arcload.proofs.postman.linked_sets import LinkedSets
from arcload.proofs.postman.odd_sets import least_odd_sets, odd_pairs, odd_parts
from arcload.proofs.postman.postman_program import PostmanOptimum, WholeDriving
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.postman.weighted_graph import WeightedGraph
from arcload.proofs.street_network import StreetNetwork

Rule: TypeAlias = tuple[CutKind, BoolArray]

BROKEN = 1e-6
"""By how much a rule must be broken."""

_FEW = 60  # rules from which it is not worth while to look for more at once
_RINGS = 10  # by which sets that break a rule are grown


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

    def of(self, optimum: PostmanOptimum | WholeDriving) -> list[Rule]:
        """Return some; if there is none, no odd and no linked set breaks its rule."""
        rules = self._quick(optimum)
        off = np.abs(optimum.deadheads - np.rint(optimum.deadheads))
        if len(rules) > _FEW or off.max(initial=0.0) < BROKEN:  # whole: then parts are enough
            return rules
        return rules + self._thorough(optimum)

    def around(self, rules: list[Rule]) -> list[Rule]:
        """Return the odd sets around those of some rules, ring by ring, if the rules are few.

        Where a border lacks a deadhead the next solution crosses it, and ends a street or two
        further on: it would break one of these.
        """
        met: set[bytes] = set()
        rings: list[Rule] = []
        for kind, inside in rules if len(rules) <= _FEW else ():
            ring = inside
            for _ in range(_RINGS if kind == "odd" else 0):
                ring = self._with_neighbours(ring)
                if ring.all() or ring.tobytes() in met:
                    break
                met.add(ring.tobytes())
                if self._odd[:-1][ring].sum() % 2:
                    rings.append(("odd", ring))
        return rings

    def _with_neighbours(self, inside: BoolArray) -> BoolArray:
        head, tail = self._network.head, self._network.tail
        more = inside.copy()
        more[head[inside[tail]]] = True
        more[tail[inside[head]]] = True
        return more

    def _quick(self, optimum: PostmanOptimum | WholeDriving) -> list[Rule]:
        graph = self._deadheads(optimum)
        odd = [*odd_parts(graph, self._odd, 1 - BROKEN), *odd_pairs(graph, self._odd, 1 - BROKEN)]
        rules = self._odd_rules(odd)
        if self._linked.matter:
            linked = self._linked.by_parts(optimum.deadheads, optimum.starts)
            rules += self._linked_rules(optimum, linked)
        return rules

    def _thorough(self, optimum: PostmanOptimum | WholeDriving) -> list[Rule]:
        graph = self._deadheads(optimum)
        rules = self._odd_rules(least_odd_sets(graph, self._odd, 1 - BROKEN))
        if self._linked.matter:
            linked = self._linked.least(optimum.deadheads, optimum.starts, 1 - BROKEN)
            rules += self._linked_rules(optimum, linked)
        return rules

    def _deadheads(self, optimum: PostmanOptimum | WholeDriving) -> WeightedGraph:
        """Return the graph of deadheads; free places lead to its last node."""
        network, nodes = self._network, self._network.nodes
        places: FloatArray = self._free @ np.stack([optimum.starts, optimum.ends])
        return WeightedGraph(
            nodes + 1,
            np.append(network.tail, np.arange(nodes)),
            np.append(network.head, np.full(nodes, nodes)),
            np.append(optimum.deadheads, places),
        )

    def _odd_rules(self, sets: Iterable[BoolArray]) -> list[Rule]:
        """Return the rules of odd sets, of two sides that without the last node."""
        return [("odd", (~inside if inside[-1] else inside)[:-1]) for inside in sets]

    def _linked_rules(
        self, optimum: PostmanOptimum | WholeDriving, sets: Iterator[BoolArray]
    ) -> list[Rule]:
        head, tail = self._network.head, self._network.tail
        rules: list[Rule] = []
        for inside in sets:
            entered = optimum.deadheads[inside[head] & ~inside[tail]].sum()
            if entered + optimum.starts[inside].sum() < 1 - BROKEN:
                rules.append(("linked", inside))
        return rules
