"""The least driving that serves streets of any kind, by linear programs and cuts.

x is how often each edge is driven in each direction. A tour leaves every node as often as it
enters it, and drives every edge that it must. An x that is no tour breaks one of two rules for
some set S of nodes, cut(S) being the edges between S and all other nodes:

- parity (Edmonds and Johnson, 1973): a tour crosses cut(S) an even number of times, so if it
  must do so an odd number of times it does so once more, x(cut(S)) >= needed(cut(S)) + 1;
- connection: if there is something to be done both inside and outside, x(cut(S)) >= 2.

A start or an end inside S is one crossing more. The rules that a solution breaks are added
until none is found, and what is still fractional goes to branch and bound.
"""

import time as clock
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from arcload.instance import Instance
from arcload.types import BoolArray, FloatArray, IntArray

_LEVELS = (1e-6, 0.3, 0.5, 0.7)  # above which an edge counts as driven when rules are sought
_BROKEN = 1e-6
_LINEAR_SHARE = 0.6  # of the time, for linear programs; the rest is for branch and bound
_GAP = 1e-9  # at which branch and bound has proven its tour


@dataclass(frozen=True)
class Driving:
    """How often edges are driven.

    Parameters
    ----------
    times
        How often each edge is driven from tail to head, and back.
    start
        The node where a walk over them starts.
    proven
        Whether no tour is shorter.
    """

    times: IntArray
    start: int
    proven: bool

    def length(self, instance: Instance) -> float:
        """Return the length of all crossings."""
        driven = self.times > 0
        return float(instance.lengths[driven] @ self.times[driven])


class CuttingPlanes:
    """The program of an instance with the rules found so far.

    Parameters
    ----------
    instance
        The network and the places; loads play no part.
    need
        How often each edge must be driven at the least.
    """

    def __init__(self, instance: Instance, need: IntArray) -> None:
        self.instance, self.need = instance, need
        self.edge, self.side = np.nonzero(np.isfinite(instance.lengths))
        self.fixed = [p for p in (instance.start_index, instance.end_index) if p >= 0]
        nodes = len(instance.nodes)
        self.active = np.zeros(nodes, dtype=np.bool_)
        self.active[instance.ends[need > 0].ravel()] = True
        self.active[self.fixed] = True
        degree = np.bincount(instance.ends.ravel(), np.repeat(need, 2), nodes)
        degree += np.bincount(np.array(self.fixed, dtype=np.int64), minlength=nodes)
        self.odd = degree.astype(np.int64) % 2
        self.rules: dict[bytes, tuple[IntArray, float]] = {}
        self.last: FloatArray | None = None
        self._build()

    def shortest(self, seconds: float) -> Driving | None:
        """Return the least driving, None if none was found in this time."""
        end = clock.perf_counter() + seconds
        values = self._linear(end - (1 - _LINEAR_SHARE) * seconds)
        while values is not None and clock.perf_counter() < end:
            values, proven = self._solve(end - clock.perf_counter(), whole=True)
            if values is None:
                return None
            values = np.rint(values)
            if not self._add_broken(values, (0.5,)):
                return self._driving(values, proven)
        return None

    def guess(self) -> IntArray:
        """Return how often each edge might be driven, as the last linear program has it."""
        if self.last is None:
            return self.need
        return np.maximum(self.need, np.rint(self._crossings(self.last)).astype(np.int64))

    def oriented(self, seconds: float) -> Driving | None:
        """Return the least driving for needs that are connected and even already.

        Such a program has whole solutions (Win, 1989).
        """
        values, _ = self._solve(seconds, whole=True)
        return None if values is None else self._driving(np.rint(values), proven=False)

    def _build(self) -> None:
        """Set up the balance of nodes, the needs of edges and the columns of free places.

        Leaving less entering is 1 at the start, -1 at the end and 0 elsewhere; a place that
        is free has a column a node, 1 where it is.
        """
        from scipy.sparse import coo_array, eye_array, hstack

        instance, drives = self.instance, np.arange(len(self.edge))
        nodes, edges = len(instance.nodes), len(instance.edges)
        tail, head = (instance.ends[self.edge, side] for side in (self.side, 1 - self.side))
        ones = np.ones(len(drives))
        leaving = coo_array((ones, (tail, drives)), shape=(nodes, len(drives)))
        entering = coo_array((ones, (head, drives)), shape=(nodes, len(drives)))
        self.balance = leaving - entering
        self.surplus = np.zeros(nodes)
        for place, sign in ((instance.start_index, 1), (instance.end_index, -1)):
            if place >= 0:
                self.surplus[place] += sign
            else:
                self.balance = hstack([self.balance, -sign * eye_array(nodes)])
        self.free = 2 - len(self.fixed)
        self.columns = len(drives) + self.free * nodes
        self.driven = coo_array((ones, (self.edge, drives)), shape=(edges, self.columns)).tocsr()
        # A tour that starts or ends anywhere does so where there is something to be done.
        self.most = np.full(self.columns, np.inf)
        self.most[len(drives) :] = np.tile(self.active, self.free)
        self.places = np.kron(np.eye(self.free), np.ones(nodes))
        longest = float(instance.lengths[self.edge, self.side].max(initial=0.0)) or 1.0
        self.price = np.zeros(self.columns)
        self.price[drives] = instance.lengths[self.edge, self.side] / longest

    def _linear(self, end: float) -> FloatArray | None:
        """Return the solution of the linear program when no broken rule is found any more."""
        while True:
            values, _ = self._solve(np.inf, whole=False)
            self.last = values
            if values is None or not self._add_broken(values, _LEVELS):
                return values
            if clock.perf_counter() > end:
                return values

    def _solve(self, seconds: float, *, whole: bool) -> tuple[FloatArray | None, bool]:
        """Return the solution of the program with all rules so far, and whether it is proven."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        constraints = [
            LinearConstraint(self.balance, self.surplus, self.surplus),
            LinearConstraint(self.driven, self.need, np.inf),
        ]
        if self.free:
            padded = np.hstack([np.zeros((self.free, len(self.edge))), self.places])
            constraints.append(LinearConstraint(padded, 1, 1))
        if self.rules:
            constraints.append(LinearConstraint(*self._rows(), np.inf))
        options: dict[str, Any] = {"mip_rel_gap": _GAP}
        if np.isfinite(seconds):
            options["time_limit"] = max(0.01, seconds)
        found = milp(
            self.price,
            integrality=np.full(self.columns, int(whole)),
            bounds=Bounds(0, self.most),
            constraints=constraints,
            options=options,
        )
        return found.x, found.status == 0

    def _rows(self) -> tuple[Any, FloatArray]:
        from scipy.sparse import csr_array

        columns = [columns for columns, _ in self.rules.values()]
        first = np.cumsum([0, *map(len, columns)])
        ones = np.ones(first[-1])
        shape = (len(columns), self.columns)
        least = np.array([least for _, least in self.rules.values()])
        return csr_array((ones, np.concatenate(columns), first), shape=shape), least

    def _add_broken(self, values: FloatArray, levels: tuple[float, ...]) -> int:
        """Add the rules that a solution is found to break; return how many are new."""
        crossings = self._crossings(values)
        before = len(self.rules)
        for level in levels:
            for inside in self._parts(crossings - self.need > level):
                if self.odd[inside].sum() % 2:
                    self._add(inside, values, odd=True)
            for inside in self._parts(crossings > level):
                if self.active[inside].any() and self.active[~inside].any():
                    self._add(inside, values, odd=False)
        return len(self.rules) - before

    def _add(self, inside: BoolArray, values: FloatArray, *, odd: bool) -> None:
        """Add one rule for a set of nodes if the solution breaks it."""
        cut = inside[self.instance.ends[:, 0]] != inside[self.instance.ends[:, 1]]
        places = sum(bool(inside[place]) for place in self.fixed)
        least = float(self.need[cut].sum()) + 1 if odd else 2.0 - places % 2
        columns = np.flatnonzero(cut[self.edge])
        slack = np.flatnonzero(np.tile(inside, self.free)) + len(self.edge)
        if odd or not places:
            columns = np.append(columns, slack)
        if values[columns].sum() < least - _BROKEN:
            self.rules.setdefault(inside.tobytes() + bytes([odd]), (columns, least))

    def _parts(self, used: BoolArray) -> Iterator[BoolArray]:
        """Give the connected parts of the nodes that some edges leave."""
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import connected_components

        nodes = len(self.instance.nodes)
        graph = csr_array(
            (np.ones(int(used.sum())), self.instance.ends[used].T), shape=(nodes, nodes)
        )
        _, labels = connected_components(graph, directed=False)
        relevant = self.active | (self.odd > 0)
        for label in np.unique(labels[relevant]):
            yield labels == label

    def _crossings(self, values: FloatArray) -> FloatArray:
        crossings: FloatArray = self.driven @ values
        return crossings

    def _driving(self, values: FloatArray, proven: bool) -> Driving:
        times = np.zeros(self.instance.lengths.shape, dtype=np.int64)
        times[self.edge, self.side] = values[: len(self.edge)]
        start = self.instance.start_index
        if start < 0:
            nodes = len(self.instance.nodes)
            start = int(np.argmax(values[len(self.edge) : len(self.edge) + nodes]))
        for part in self._parts(times.sum(axis=1) > 0):
            if part[start]:  # a round of length 0 elsewhere is nobody's
                times[~part[self.instance.ends[:, 0]]] = 0
        return Driving(times, start, proven)
