"""The linear program of the least driving, and the rules that its solutions break.

x is how often each edge is driven in each direction. A tour leaves every node as often as it
enters it, and drives every edge that it must. An x that is no tour breaks one of two rules for
some set S of nodes, cut(S) being the edges between S and all other nodes:

- parity (Edmonds and Johnson, 1973): a tour crosses cut(S) an even number of times, so if it
  must do so an odd number of times it does so once more, x(cut(S)) >= needed(cut(S)) + 1;
- connection: if there is something to be done both inside and outside, x(cut(S)) >= 2.

A start or an end inside S is one crossing more.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from arcload.model.instance import Instance
from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.linear_program import LinearProgram

_LEVELS = (1e-6, 0.3, 0.5, 0.7)  # above which an edge counts as driven when rules are sought
_BROKEN = 1e-6
_SCALE = 22  # bits of a tour's length as HiGHS sees it, which keeps to 1e-7 whatever the prices
_LEAST_SECONDS = 0.01
_PLENTY = 2**31  # of what a row lacks


class Range(NamedTuple):
    """The least and the greatest value of each column."""

    least: IntArray
    most: IntArray


class RangeOptimum(NamedTuple):
    """The least solution in a range, and the multipliers of the rows."""

    values: FloatArray
    multipliers: FloatArray


class Program:
    """The columns and rows of an instance with the rules found so far.

    Columns are all drives (an edge in a direction), a node each for a free start and a free
    end, the crossings of each edge, and how often each node is left. Rows are equations, then
    rules, and all their entries are 1 or -1.

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
        self.free = 2 - len(self.fixed)
        nodes, edges = len(instance.nodes), len(instance.edges)
        self.active = np.zeros(nodes, dtype=np.bool_)
        self.active[instance.ends[need > 0].ravel()] = True
        self.active[self.fixed] = True
        degree = np.bincount(instance.ends.ravel(), np.repeat(need, 2), nodes)
        degree += np.bincount(np.array(self.fixed, dtype=np.int64), minlength=nodes)
        self.odd = degree.astype(np.int64) % 2
        first = np.cumsum([0, len(self.edge), self.free * nodes, edges, nodes]).tolist()
        self.drives, self.places, self.totals, self.leaving = map(slice, first, first[1:])
        self.columns = first[-1]
        self.lengths = np.zeros(self.columns)
        self.lengths[self.drives] = instance.lengths[self.edge, self.side]
        self._equations, self._sums = self._build()
        self.equations = len(self._sums)
        self._rules: dict[bytes, tuple[IntArray, int]] = {}

    def rows(self) -> tuple[Any, IntArray]:
        """Return all rows, and what each equation sums up to and each rule at the least."""
        from scipy.sparse import csr_array, vstack

        if not self._rules:
            return self._equations, self._sums
        columns = [columns for columns, _ in self._rules.values()]
        first = np.cumsum([0, *map(len, columns)])
        ones = np.ones(first[-1], dtype=np.int64)
        shape = (len(columns), self.columns)
        rules = csr_array((ones, np.concatenate(columns), first), shape=shape)
        least = [least for _, least in self._rules.values()]
        return vstack([self._equations, rules], format="csr"), np.append(self._sums, least)

    def range(self) -> Range:
        """Return what values the columns of some shortest tour have.

        There is one that takes a simple path to each edge to be served, and one more to the
        end. If it may start or end anywhere, it does so where there is something to be done.
        """
        paths = int(self.need.sum()) + 1
        least, most = (np.zeros(self.columns, dtype=np.int64) for _ in range(2))
        most[self.drives] = most[self.totals] = paths + 1
        most[self.places] = np.tile(self.active, self.free)
        most[self.leaving] = 2 * paths
        least[self.totals] = self.need
        return Range(least, most)

    def linear(self, held: Range, longest: float, seconds: float) -> RangeOptimum | None:
        """Return the least solution with columns held in a range, and its multipliers.

        None if there is no solution, or not in this time.

        Parameters
        ----------
        held
            The range of each column.
        longest
            Length of the longest tour that matters.
        seconds
            Time it may take.
        """
        prices, unit = self._prices(longest)
        optimum = self._solve(*self.rows(), prices, held, seconds)
        if optimum is None:
            return None
        return RangeOptimum(optimum.values, optimum.multipliers * unit)

    def conflict(self, held: Range, seconds: float) -> FloatArray | None:
        """Return multipliers of the rows that show why a range allows no solution, or None.

        They are those of the program that pays for what rows lack and for nothing else.
        """
        from scipy.sparse import eye_array, hstack

        rows, sums = self.rows()
        lacks = eye_array(rows.shape[0], dtype=np.int64, format="csc")
        rows = hstack([rows, lacks, -lacks[:, : self.equations]], format="csr")
        made_up = np.zeros(rows.shape[1] - self.columns, dtype=np.int64)
        prices = np.append(np.zeros(self.columns), made_up + 1.0)
        more = Range(np.append(held.least, made_up), np.append(held.most, made_up + _PLENTY))
        optimum = self._solve(rows, sums, prices, more, seconds)
        return None if optimum is None else optimum.multipliers

    def whole(self, held: Range, longest: float, seconds: float) -> FloatArray | None:
        """Return a short solution in whole numbers, whatever the rules, or None."""
        program = LinearProgram(self._prices(longest)[0], *held)
        program.add_rows(self._equations, self._sums, self._sums)
        optimum = program.solve_whole(max(_LEAST_SECONDS, seconds))
        return None if optimum is None else optimum.columns

    def add_broken(self, values: FloatArray) -> int:
        """Add the rules that a solution is found to break; return how many are new.

        None is overlooked if all values are whole.
        """
        crossings = values[self.totals]
        before = len(self._rules)
        for level in _LEVELS:
            for inside in self.parts(crossings - self.need > level):
                if self.odd[inside].sum() % 2:
                    self._add(inside, values, odd=True)
            for inside in self.parts(crossings > level):
                if self.active[inside].any() and self.active[~inside].any():
                    self._add(inside, values, odd=False)
        return len(self._rules) - before

    def keeps_to(self, values: FloatArray) -> bool:
        """Return whether whole values keep to the equations and to the needs."""
        sums = self._equations @ values
        enough = (values[self.totals] >= self.need).all() and (values >= 0).all()
        return bool(enough and np.array_equal(sums, self._sums))

    def parts(self, used: BoolArray) -> Iterator[BoolArray]:
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

    def _build(self) -> tuple[Any, IntArray]:
        """Return the equations and their sums.

        Leaving less entering is 1 at the start, -1 at the end and 0 elsewhere; a place that
        is free has one column per node, 1 where it is.
        """
        from scipy.sparse import block_array, coo_array, eye_array

        instance, drives = self.instance, np.arange(len(self.edge))
        nodes, edges = len(instance.nodes), len(instance.edges)
        tail, head = (instance.ends[self.edge, side] for side in (self.side, 1 - self.side))
        ones = np.ones(len(drives), dtype=np.int64)
        leaving = coo_array((ones, (tail, drives)), shape=(nodes, len(drives)))
        entering = coo_array((ones, (head, drives)), shape=(nodes, len(drives)))
        crossing = coo_array((ones, (self.edge, drives)), shape=(edges, len(drives)))
        each_node, each_edge = (eye_array(size, dtype=np.int64) for size in (nodes, edges))
        balance: list[Any] = [leaving - entering]
        surplus = np.zeros(nodes, dtype=np.int64)
        for place, sign in ((instance.start_index, 1), (instance.end_index, -1)):
            if place >= 0:
                surplus[place] += sign
            else:
                balance.append(-sign * each_node)
        nothing: list[Any] = [None] * self.free
        table = [
            [*balance, None, None],
            [-crossing, *nothing, each_edge, None],
            [-leaving, *nothing, None, each_node],
        ]
        for place in range(self.free):
            somewhere: list[Any] = [None] * (self.free + 3)
            somewhere[1 + place] = coo_array(np.ones((1, nodes), dtype=np.int64))
            table.append(somewhere)
        sums = [surplus, np.zeros(edges + nodes, np.int64), np.ones(self.free, np.int64)]
        return block_array(table, format="csr"), np.concatenate(sums)

    def _prices(self, longest: float) -> tuple[FloatArray, float]:
        """Return lengths in a unit, a power of 2, in which the longest tour is some millions.

        No matter how much longer than that a drive is: no tour takes it.
        """
        _, exponent = np.frexp(longest)
        unit = float(np.ldexp(1.0, max(-1000, int(exponent) - _SCALE)))
        return np.minimum(self.lengths, 2 * longest) / unit, unit

    def _solve(
        self, rows: Any, sums: IntArray, prices: FloatArray, held: Range, seconds: float
    ) -> RangeOptimum | None:
        """Return the solution of a linear program whose rows are equations, then rules."""
        program = LinearProgram(prices, *held)
        most = np.append(sums[: self.equations], np.full(len(sums) - self.equations, np.inf))
        program.add_rows(rows, sums, most)
        optimum = program.solve(max(_LEAST_SECONDS, seconds))
        return None if optimum is None else RangeOptimum(optimum.columns, optimum.prices)

    def _add(self, inside: BoolArray, values: FloatArray, *, odd: bool) -> None:
        """Add one rule for a set of nodes if the solution breaks it."""
        cut = inside[self.instance.ends[:, 0]] != inside[self.instance.ends[:, 1]]
        places = sum(bool(inside[place]) for place in self.fixed)
        least = int(self.need[cut].sum()) + 1 if odd else 2 - places % 2
        columns = np.flatnonzero(cut) + self.totals.start
        if odd or not places:
            slack = np.flatnonzero(np.tile(inside, self.free)) + self.places.start
            columns = np.append(columns, slack)
        if values[columns].sum() < least - _BROKEN:
            self._rules.setdefault(inside.tobytes() + bytes([odd]), (columns, least))
