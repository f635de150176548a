"""Rules of the postman's program that a solution breaks."""

import itertools
from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np

from arcload.model.types import BoolArray, FloatArray
from arcload.proofs.postman.cut import CutKind
from arcload.proofs.postman.deadhead_graph import deadhead_graph
from arcload.proofs.postman.linked_sets import LinkedSets
from arcload.proofs.postman.odd_sets import least_odd_sets, odd_pairs, odd_parts, some_odd_sets
from arcload.proofs.postman.postman_program import PostmanOptimum
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.street_network import StreetNetwork

Rule: TypeAlias = tuple[CutKind, BoolArray]

BROKEN = 1e-6
"""By how much a rule must be broken."""

_FEW = 30  # rules from which it is not worth while to look for more at once
_RINGS = 10  # by which sets that break a rule are grown
_INWARDS = 0.1  # of the way from the optimum to the inner point, where rules are looked for
_LITTLE = 1e-3  # deadhead between them that is none: in all streets together it would cost time
_AT_ONCE = 256  # rules that are looked at together
_TRIES = 4  # times to come nearer to the optimum, if none is broken there


class _Point(NamedTuple):
    """What rules are about in a solution."""

    deadheads: FloatArray
    starts: FloatArray
    ends: FloatArray

    @classmethod
    def of(cls, optimum: PostmanOptimum) -> "_Point":
        """Return the point of a solution."""
        return cls(optimum.deadheads, optimum.starts, optimum.ends)

    def towards(self, other: "_Point", share: float) -> "_Point":
        """Return the point at a share of the way to another."""
        deadheads, starts, ends = (
            one + share * (two - one) for one, two in zip(self, other, strict=True)
        )
        return _Point(np.where(deadheads < _LITTLE, 0.0, deadheads), starts, ends)


class BrokenRules:
    """Finds rules that solutions of a network break.

    Rules that the optimum of a linear program breaks are many, and most of them are broken by
    little: it goes on to the next place where nothing is gained. So they are looked for a little
    inwards, from there to a point that keeps to all (Ben-Ameur and Neto, 2007): what is broken
    there is broken by more at the optimum.

    Parameters
    ----------
    network, ends
        The network and its required ends.
    """

    def __init__(self, network: StreetNetwork, ends: RequiredEnds) -> None:
        self._network, self._linked = network, LinkedSets(network, ends)
        self._free = np.array([place < 0 for place in (network.start, network.end)])
        self._odd = np.append(ends.odd, ends.odd.sum() % 2 == 1)  # the last node is everywhere else
        self._inner: _Point | None = None  # keeps to all rules, as far as was seen

    def of(self, optimum: PostmanOptimum) -> list[Rule]:
        """Return some; if there is none, no odd and no linked set breaks its rule."""
        point = _Point.of(optimum)
        rules = self._quick(point)
        off = np.abs(optimum.deadheads - np.rint(optimum.deadheads))
        if len(rules) > _FEW or off.max(initial=0.0) < BROKEN:  # whole: then parts are enough
            return rules
        return self._inwards(point) or rules or self._thorough(point)

    def quick(self, optimum: PostmanOptimum) -> list[Rule]:
        """Return those that are found quickly."""
        return self._quick(_Point.of(optimum))

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

    def _inwards(self, point: _Point) -> list[Rule]:
        """Return rules that are broken on the way to the inner point, and by the point."""
        everywhere = np.ones(len(point.deadheads))
        inner = self._inner or _Point(everywhere, point.starts, point.ends)
        for _ in range(_TRIES):
            between = point.towards(inner, _INWARDS)
            rules = self._quick(between)
            if len(rules) <= _FEW:
                rules += self._some(between)
            broken = self._broken(point, rules)
            if broken:
                self._inner = inner
                return broken
            inner = between
        return []

    def _quick(self, point: _Point) -> list[Rule]:
        graph = deadhead_graph(self._network, *point)
        odd = [*odd_parts(graph, self._odd, 1 - BROKEN), *odd_pairs(graph, self._odd, 1 - BROKEN)]
        return self._rules(point, odd, self._linked.by_parts(*point, 1 - BROKEN))

    def _some(self, point: _Point) -> list[Rule]:
        odd = some_odd_sets(deadhead_graph(self._network, *point), self._odd, 1 - BROKEN)
        return self._rules(point, odd, self._linked.least(*point, 1 - BROKEN))

    def _thorough(self, point: _Point) -> list[Rule]:
        odd = least_odd_sets(deadhead_graph(self._network, *point), self._odd, 1 - BROKEN)
        return self._rules(point, odd, self._linked.least(*point, 1 - BROKEN))

    def _rules(
        self, point: _Point, odd: Iterable[BoolArray], linked: Iterator[BoolArray]
    ) -> list[Rule]:
        """Return the rules of sets that break them; of two sides that without the last node."""
        rules: list[Rule] = [("odd", (~one if one[-1] else one)[:-1]) for one in odd]
        return self._broken(point, rules + [("linked", inside) for inside in linked])

    def _broken(self, point: _Point, rules: list[Rule]) -> list[Rule]:
        """Return which of some rules are broken, each once."""
        once = list({(kind, inside.tobytes()): (kind, inside) for kind, inside in rules}.values())
        arcs = np.flatnonzero(point.deadheads)
        head, tail = self._network.head[arcs], self._network.tail[arcs]
        free: FloatArray = self._free @ np.stack([point.starts, point.ends])
        broken: list[Rule] = []
        for first in range(0, len(once), _AT_ONCE):
            some = once[first : first + _AT_ONCE]
            inside = np.stack([one for _, one in some])
            into, out_of = inside[:, head], inside[:, tail]
            linked = np.array([kind == "linked" for kind, _ in some])
            crossing = np.where(linked[:, np.newaxis], into & ~out_of, into != out_of)
            places = np.where(linked, inside @ point.starts, inside @ free)
            driven = crossing @ point.deadheads[arcs] + places
            broken += itertools.compress(some, driven < 1 - BROKEN)
        return broken
