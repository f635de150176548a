"""The linear program of the shortest tour.

y is which way each street is served, z how often each arc is driven without service, h the node
where the tour starts and k the one where it ends. Every tour has

    (y + z)(leaving v) - (y + z)(entering v) = h(v) - k(v)   for every node v
    z(border of S) + h(S) + k(S) >= 1                        for every odd set S
    (y + z)(entering S) + h(S) >= 1                          for every set S to be linked,

where for odd sets a place that is given counts in their being odd and not in h or k. Combs are
rules of several sets together.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.linear_program import LinearProgram
from arcload.proofs.postman.comb import Comb, CombRow
from arcload.proofs.postman.cut import Cut, CutKind
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.postman.tour_counts import OpenCount, TourCounts
from arcload.proofs.street_network import StreetNetwork

Row: TypeAlias = tuple[CutKind, bytes] | CombRow | int
"""Kind and nodes of a rule, a comb, or the number of a count that is held."""

_IDLE = 4  # solves after which a row that never counted is removed
_LONGEST = 2.0**40  # length of an arc to the solver


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
        street, served = network.street, network.served[network.street]
        two_way = np.zeros(len(street) + 1, dtype=np.bool_)  # whether the way back is the next arc
        two_way[1:-1] = street[1:] == street[:-1]
        self._ways = np.flatnonzero(two_way[1:] & served)
        self._only = np.flatnonzero(served & ~two_way[1:] & ~two_way[:-1])
        where = np.flatnonzero(self.ends.active | (not self.ends.active.any()))
        self._places = [where if p < 0 else where[:0] for p in (network.start, network.end)]
        sizes = [len(street), len(self._ways), *map(len, self._places)]
        first = np.cumsum([0, *sizes]).tolist()
        self._z, self._y, self._h, self._k = map(slice, first, first[1:])
        nodes = len(street) + np.arange(network.nodes)
        nothing = np.full(len(self._ways), len(street) + network.nodes)
        self._crossing = np.concatenate(
            [np.arange(len(street)), nothing, *(nodes[place] for place in self._places)]
        )
        most = np.ones(first[-1])
        most[self._z] = np.inf
        self._program = LinearProgram(self._costs(), np.zeros(first[-1]), most, over)
        matrix, sums = self._equations()
        self._program.add_rows(matrix, sums, sums)
        self._equal = len(sums)
        self._idle: dict[Row, int] = {}  # solves since a row counted
        self._held: dict[int, tuple[float, float]] = {}

    def set_unit(self, unit: float) -> None:
        """Change the length that is 1 to the solver."""
        self.unit = unit
        self._program.set_costs(self._costs())

    def solve(self, seconds: float = np.inf) -> PostmanOptimum | None:
        """Return the optimum; None if not in this time, or it is over."""
        optimum = self._program.solve(seconds)
        if optimum is None:
            return None
        return PostmanOptimum(
            *self._driven(optimum.columns),
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
        starts, stops = (
            (where, part.start + np.arange(len(where)))
            for where, part in zip(self._places, (self._h, self._k), strict=True)
        )
        return TourCounts.of(self.network, self.ends, self._program.columns, starts, stops)

    def cuts(self, optimum: PostmanOptimum) -> tuple[Cut, ...]:
        """Return the rules that have a multiplier above 0."""
        rows = zip(self._rows.items(), optimum.multipliers.tolist(), strict=False)  # newer ones
        return tuple(
            Cut(row[0], nodes, price)
            for (row, nodes), price in rows
            if price > 0 and not isinstance(row, (CombRow, int))
        )

    def combs(self, optimum: PostmanOptimum) -> tuple[tuple[CombRow, float], ...]:
        """Return the combs that have a multiplier above 0, with it."""
        rows = zip(self._rows, optimum.multipliers.tolist(), strict=False)  # newer ones
        return tuple((row, price) for row, price in rows if price > 0 and isinstance(row, CombRow))

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
                rows.append(self._columns(kind, inside))
        if not rows:
            return 0
        first = np.cumsum([0, *map(len, rows)])
        shape = (len(rows), self._program.columns)
        matrix = csr_array((np.ones(first[-1]), np.concatenate(rows), first), shape=shape)
        self._program.add_rows(matrix, np.ones(len(rows)), np.full(len(rows), np.inf))
        return len(rows)

    def add_combs(self, combs: Iterable[Comb]) -> int:
        """Add combs; return how many of them are new."""
        rows = dict.fromkeys(CombRow.of(comb, self.network) for comb in combs)
        new = [row for row in rows if row not in self._rows]
        self._give_combs(new)
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
        self._give_combs([row for row in counted if isinstance(row, CombRow)])
        rules = [
            (row[0], np.frombuffer(row[1], np.int64))
            for row in counted
            if not isinstance(row, (CombRow, int))
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

    def _give_rows(self, counts: Iterable[int]) -> None:
        """Give counts a row, if they have none: a free one."""
        new = [count for count in counts if count not in self._rows]
        free = np.full(len(new), np.inf)
        self._program.add_rows(self.counts.matrix[new], -free, free)
        self._rows.update((count, np.empty(0, dtype=np.int64)) for count in new)

    def _give_combs(self, combs: list[CombRow]) -> None:
        """Give new combs a row."""
        from scipy.sparse import csr_array

        if combs:
            matrix = np.stack([np.append(comb.counts, 0)[self._crossing] for comb in combs])
            least = np.array([comb.least for comb in combs])
            self._program.add_rows(csr_array(matrix), least, np.full(len(combs), np.inf))
            self._rows.update((comb, np.empty(0, dtype=np.int64)) for comb in combs)

    def _places_of_rows(self) -> dict[Row, int]:
        return {row: self._equal + place for place, row in enumerate(self._rows)}

    def _driven(self, columns: FloatArray) -> tuple[FloatArray, FloatArray, FloatArray, FloatArray]:
        """Return deadheads, services, starts and ends of a solution."""
        network = self.network
        services = np.zeros(len(network.street))
        services[self._only] = 1.0
        services[self._ways] = columns[self._y]
        services[self._ways + 1] = 1.0 - columns[self._y]
        shares = np.zeros((2, network.nodes))
        for share, given, somewhere, part in zip(
            shares, (network.start, network.end), self._places, (self._h, self._k), strict=True
        ):
            share[somewhere] = columns[part]
            if given >= 0:
                share[given] = 1.0
        return np.maximum(0.0, columns[self._z]), services, shares[0], shares[1]

    def _costs(self) -> FloatArray:
        """Return the length of each column, as the solver sees it."""
        length = np.minimum(self.network.length / self.unit, _LONGEST)
        costs = np.zeros(self._k.stop)
        costs[self._z] = length
        costs[self._y] = length[self._ways] - length[self._ways + 1]
        return costs

    def _columns(self, kind: CutKind, inside: BoolArray) -> IntArray:
        """Return the columns of which a rule asks for one at least."""
        into, out_of = inside[self.network.head], inside[self.network.tail]
        starts = self._h.start + np.flatnonzero(inside[self._places[0]])
        if kind == "linked":
            return np.append(np.flatnonzero(into & ~out_of), starts)
        ends = self._k.start + np.flatnonzero(inside[self._places[1]])
        return np.concatenate([np.flatnonzero(into != out_of), starts, ends])

    def _equations(self) -> tuple[Any, FloatArray]:
        """Return the equations of the nodes and those of free places, and their sums.

        The service of a two-way street is one column, the share of its first direction.
        """
        from scipy.sparse import csr_array

        network, nodes = self.network, self.network.nodes
        tail, head, first = network.tail, network.head, self._ways
        sums = np.zeros(nodes)
        for arcs in (self._only, first + 1):  # driven unless the column says otherwise
            np.subtract.at(sums, tail[arcs], 1.0)
            np.add.at(sums, head[arcs], 1.0)
        entries = [
            (tail, np.arange(len(tail)), 1.0),
            (head, np.arange(len(tail)), -1.0),
            (tail[first], self._y.start + np.arange(len(first)), 2.0),
            (head[first], self._y.start + np.arange(len(first)), -2.0),
        ]
        free = 0
        for given, somewhere, part, sign in zip(
            (network.start, network.end), self._places, (self._h, self._k), (1.0, -1.0), strict=True
        ):
            if given >= 0:
                sums[given] += sign
                continue
            columns = part.start + np.arange(len(somewhere))
            entries.append((somewhere, columns, -sign))
            entries.append((np.full(len(somewhere), nodes + free), columns, 1.0))
            free += 1
        rows, columns = (np.concatenate([entry[i] for entry in entries]) for i in range(2))
        values = np.repeat([entry[2] for entry in entries], [len(entry[0]) for entry in entries])
        shape = (nodes + free, self._k.stop)
        return csr_array((values, (rows, columns)), shape=shape), np.append(sums, np.ones(free))
