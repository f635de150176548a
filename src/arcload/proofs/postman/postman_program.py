"""The linear program of the shortest tour.

y is which way each street is served, z how often each arc is driven without service, h the node
where the tour starts and k the one where it ends. Every tour has

    (y + z)(leaving v) - (y + z)(entering v) = h(v) - k(v)   for every node v
    z(border of S) + h(S) + k(S) >= 1                        for every odd set S
    (y + z)(entering S) + h(S) >= 1                          for every set S to be linked,

where for odd sets a place that is given counts in their being odd and not in h or k. Rules about
other sums may be added.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.linear_program import LinearProgram
from arcload.proofs.postman.cut import Cut, CutKind
from arcload.proofs.postman.half import Source
from arcload.proofs.postman.postman_columns import PostmanColumns
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.postman.sum_rule import SumRule
from arcload.proofs.postman.tour_counts import OpenCount, TourCounts
from arcload.proofs.street_network import StreetNetwork

Row: TypeAlias = Source | int
"""Kind and nodes of a rule, a rule about a sum, or the number of a count that is held."""

_IDLE = 4  # solves after which a row that never counted is removed


class PostmanOptimum(NamedTuple):
    """The least solution that keeps the rules added so far."""

    deadheads: FloatArray
    """How often each arc is driven without service."""
    services: FloatArray
    """How often each arc is driven with it."""
    starts: FloatArray
    """Share of each node as the start: 1 at the one that is given."""
    ends: FloatArray
    potentials: FloatArray
    """Price of each node's equation."""
    multipliers: FloatArray
    """Price of each rule, in the order in which they were added."""
    columns: FloatArray
    """All of the solution, as the program has it."""


class PostmanBasis(NamedTuple):
    """Where the solver ended, from where it may go on."""

    columns: list[Any]
    equations: list[Any]
    rows: dict[Row, Any]


class WholeRow(NamedTuple):
    """A rule in whole numbers, by the columns of the program."""

    columns: IntArray
    factors: IntArray
    least: int


class PostmanProgram:
    """The program of a network, with the rules that were added to it.

    Parameters
    ----------
    network
        The network.
    unit
        Length that is 1 to the solver, which keeps to absolute tolerances.
    over
        Asked during a solve whether to give up.
    """

    def __init__(
        self, network: StreetNetwork, unit: float, over: Callable[[], bool] = lambda: False
    ) -> None:
        self.network, self.unit = network, unit
        self.ends = RequiredEnds.of(network)
        self._rows: dict[Row, IntArray] = {}  # behind the equations; the nodes of rules
        self.columns = PostmanColumns(network, self.ends)
        """What its columns mean."""
        most = self.columns.most
        self._program = LinearProgram(self.columns.costs(unit), np.zeros(len(most)), most, over)
        self.equations, sums = self.columns.equations()
        """The matrix of the equations, a row each."""
        self._program.add_rows(self.equations, sums, sums)
        self.sums = sums.astype(np.int64)
        """What each of them sums up to."""
        free = [place < 0 for place in (network.start, network.end)]
        self.names_of_equations = np.append(
            np.arange(network.nodes), network.nodes + np.flatnonzero(free)
        )
        """The node of each; behind the nodes, the start and the end."""
        self._equal = len(sums)
        self._whole: dict[Row, WholeRow] = {}
        self._idle: dict[Row, int] = {}  # solves since a row counted
        self._held: dict[int, tuple[float, float]] = {}

    def set_unit(self, unit: float) -> None:
        """Change the length that is 1 to the solver."""
        self.unit = unit
        self._program.set_costs(self.columns.costs(unit))

    def solve(self, seconds: float = np.inf) -> PostmanOptimum | None:
        """Return the optimum; None if not in this time, or it is over."""
        optimum = self._program.solve(seconds)
        if optimum is None:
            return None
        return PostmanOptimum(
            *self.columns.crossings(optimum.columns),
            optimum.prices[: self.network.nodes] * self.unit,
            np.maximum(0.0, optimum.prices[self._equal :]) * self.unit,
            optimum.columns,
        )

    @property
    def is_free(self) -> bool:
        """Whether no count is held."""
        return not self._held

    @property
    def impossible(self) -> bool:
        """Whether the last solve found that nothing keeps to all rows."""
        return self._program.impossible

    @cached_property
    def counts(self) -> TourCounts:
        """The numbers that are whole in a tour."""
        columns = self.columns
        return TourCounts.of(self.network, self.ends, columns.count, columns.starts, columns.stops)

    def cuts(self, optimum: PostmanOptimum) -> tuple[Cut, ...]:
        """Return the rules that have a multiplier above 0."""
        rows = zip(self._rows.items(), optimum.multipliers.tolist(), strict=False)  # newer ones
        return tuple(
            Cut(row[0], nodes, price)
            for (row, nodes), price in rows
            if price > 0 and not isinstance(row, (SumRule, int))
        )

    def sum_rules(self, optimum: PostmanOptimum) -> tuple[tuple[SumRule, float], ...]:
        """Return the rules about sums that have a multiplier above 0, with it."""
        rows = zip(self._rows, optimum.multipliers.tolist(), strict=False)  # newer ones
        return tuple((row, price) for row, price in rows if price > 0 and isinstance(row, SumRule))

    def in_whole_numbers(self) -> Iterator[tuple[Source, WholeRow]]:
        """Give all rules, and each in numbers that are whole in every tour.

        That of a set is how often it is entered.
        """
        for row, nodes in self._rows.items():
            if isinstance(row, int):
                continue
            if row not in self._whole:
                rule = row
                if not isinstance(rule, SumRule):
                    inside = np.zeros(self.network.nodes, dtype=np.bool_)
                    inside[nodes] = True
                    rule = self.columns.entering(rule[0], inside)
                self._whole[row] = WholeRow(*self.columns.of_sum(rule), rule.least)
            yield row, self._whole[row]

    def add(self, rules: Iterable[tuple[CutKind, BoolArray]]) -> int:
        """Add rules; return how many of them are new.

        Parameters
        ----------
        rules
            Kind of each, and whether each node is inside. A set to be linked cuts no street that
            is to be served.
        """
        from scipy.sparse import csr_array

        rows: list[IntArray] = []
        for kind, inside in rules:
            nodes = np.flatnonzero(inside)
            row = kind, nodes.tobytes()
            if row not in self._rows:
                self._rows[row] = nodes
                rows.append(self.columns.of_cut(kind, inside))
        if not rows:
            return 0
        first = np.cumsum([0, *map(len, rows)])
        shape = (len(rows), self.columns.count)
        matrix = csr_array((np.ones(first[-1]), np.concatenate(rows), first), shape=shape)
        self._program.add_rows(matrix, np.ones(len(rows)), np.full(len(rows), np.inf))
        return len(rows)

    def add_sums(self, rules: Iterable[SumRule]) -> int:
        """Add rules about sums; return how many of them are new."""
        from scipy.sparse import csr_array

        new = [rule for rule in dict.fromkeys(rules) if rule not in self._rows]
        if not new:
            return 0
        columns, factors = zip(*map(self.columns.of_sum, new), strict=True)
        first = np.cumsum([0, *map(len, columns)])
        matrix = csr_array(
            (np.concatenate(factors).astype(np.float64), np.concatenate(columns), first),
            shape=(len(new), self.columns.count),
        )
        least = np.array([rule.least for rule in new], dtype=np.float64)
        self._program.add_rows(matrix, least, np.full(len(new), np.inf))
        self._rows.update((rule, np.empty(0, dtype=np.int64)) for rule in new)
        return len(new)

    def hold(self, ranges: Mapping[int, tuple[float, float]]) -> None:
        """Hold counts within ranges; all others are free.

        Parameters
        ----------
        ranges
            By the number of each count, least and greatest value.
        """
        free = dict.fromkeys(self._held, (-np.inf, np.inf))
        self._held = dict(ranges)
        self._give_rows(ranges)
        place = self._places_of_rows()
        for count, range_ in {**free, **ranges}.items():
            if count in place:
                self._program.set_row(place[count], *range_)

    def basis(self) -> PostmanBasis:
        """Return where the last solve ended."""
        columns, rows = self._program.statuses()
        added = dict(zip(self._rows, rows[self._equal :], strict=True))
        return PostmanBasis(columns, rows[: self._equal], added)

    def go_on_from(self, basis: PostmanBasis) -> None:
        """Let the next solve start where another one ended.

        Rules that counted there and were removed since are added again.
        """
        gone = [row for row in basis.rows if row not in self._rows]
        counted = [row for row in gone if not self._program.is_idle(basis.rows[row])]
        self._give_rows(row for row in counted if isinstance(row, int))
        self.add_sums(row for row in counted if isinstance(row, SumRule))
        rules = [
            (row[0], np.frombuffer(row[1], np.int64))
            for row in counted
            if not isinstance(row, (SumRule, int))
        ]
        nodes = np.arange(self.network.nodes)
        self.add((kind, np.isin(nodes, inside)) for kind, inside in rules)
        added = [basis.rows.get(row) for row in self._rows]
        self._program.start_from(basis.columns, [*basis.equations, *added])

    def probe(self, opened: list[OpenCount], steps: int) -> list[tuple[float, float]]:
        """Return about how much longer all is if each count is at most below, or at least above.

        Parameters
        ----------
        opened
            The counts.
        steps
            Of the solver, after which it stops.
        """
        self._give_rows(count.number for count in opened)
        optimum = self._program.solve()
        if optimum is None:  # it is over
            return [(0.0, 0.0)] * len(opened)
        place = self._places_of_rows()
        longer = []
        for number, below, above in opened:
            least, most = self._held.get(number, (-np.inf, np.inf))
            one = self._program.probe(place[number], least, below, steps) - optimum.value
            other = self._program.probe(place[number], above, most, steps) - optimum.value
            longer.append((one * self.unit, other * self.unit))
        return longer

    def drop_idle(self) -> None:
        """Remove the rows that made no difference in several solves: the next is faster."""
        unused = self._program.idle_rows()[self._equal :].tolist()
        idle = [row for row, one in zip(self._rows, unused, strict=False) if one]  # newer ones
        self._idle = {row: self._idle.get(row, 0) + 1 for row in idle if row not in self._held}
        gone = {row for row, solves in self._idle.items() if solves >= _IDLE}
        if len(gone) > len(self._rows) / 4:
            places = [place for place, row in enumerate(self._rows) if row in gone]
            self._program.remove_rows(self._equal + np.array(places))
            for row in gone:
                del self._rows[row], self._idle[row]
                self._whole.pop(row, None)

    def _give_rows(self, counts: Iterable[int]) -> None:
        """Give counts a row, if they have none: a free one."""
        new = [count for count in counts if count not in self._rows]
        free = np.full(len(new), np.inf)
        self._program.add_rows(self.counts.matrix[new], -free, free)
        self._rows.update((count, np.empty(0, dtype=np.int64)) for count in new)

    def _places_of_rows(self) -> dict[Row, int]:
        return {row: self._equal + place for place, row in enumerate(self._rows)}
