"""Halves of sums of cuts of whole tours, computed from what they are made of.

A tour has whole numbers of deadheads z along each arc, serves each street once, in one direction,
and starts and ends once. So these hold, with y the services along each arc, h the start and k the
end:

- y + z out of a node, less y + z into it, is h - k there;
- let n be odd, counting streets to be served with one end in a set, and given places in it. All
  that crosses its border, starts and ends counted, is an even number, as who comes goes or stays:
  n + 1 at the least. Half of it enters the set, or starts in it;
- a set with something to serve is entered, or the tour starts in it, once.

The service of a two-way street is counted by its first direction: along the other one, y is 1 less
that. All that is left counts 0 or more, and what counts 1 at the most may be counted from 1
downwards. So half of the sum of some of these, with factors rounded up, is a cut, and what it asks
for may be rounded up, too, as all its numbers are whole. Whatever is summed up, the half is true.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from arcload.model.envelope_prices import HalfCut
from arcload.model.errors import CheckError
from arcload.model.types import IntArray
from arcload.proofs.verify.whole_numbers import indices, sequence

if TYPE_CHECKING:
    from arcload.proofs.verify.envelope import Border, Check, Left

_MOST = 2**40  # of any number of a half, so that no sum of as many overflows
_LONGEST = 2**20  # sum


class _Row(NamedTuple):
    """A cut: the factors of some columns, and what their sum is at the least."""

    columns: IntArray
    factors: IntArray
    least: int


class Halves:
    """The halves of a certificate; columns are z and y of each arc, then h and k of each node.

    Parameters
    ----------
    check
        The instance and the sets.
    given
        The halves, each made of those before it.
    """

    def __init__(self, check: "Check", given: Iterable[Any]) -> None:
        self._check = check
        arcs, nodes = len(check.arcs), check.nodes
        self._y, self._h, self._k = arcs, 2 * arcs, 2 * arcs + nodes
        self._count = 2 * (arcs + nodes)
        self._first: dict[int, int] = {}  # arc of each street to be served
        self._second: set[int] = set()
        for arc in check.arcs:
            if check.served[check.street[arc]] and check.street[arc] in self._first:
                self._second.add(arc)
            elif check.served[check.street[arc]]:
                self._first[check.street[arc]] = arc
        self._two_way = {check.street[arc] for arc in self._second}
        self._given: dict[tuple[str, int], _Row] = {}
        self.rows: list[_Row] = []
        for half in given:
            if not isinstance(half, HalfCut):
                raise CheckError(f"a half is {half!r}")
            self.rows.append(self._half(half))

    def take(self, number: int, multiplier: int, left: "Left") -> None:
        """Take the multiplier of a half off what is left."""
        if not 0 <= number < len(self.rows):
            raise CheckError(f"there is no half {number}; there are {len(self.rows)}, from 0 on")
        columns, factors, least = self.rows[number]
        left.total += multiplier * least
        for column, factor in zip(columns.tolist(), factors.tolist(), strict=True):
            price = multiplier * factor
            if column < self._y:
                left.of_z[column] -= price
            elif column < self._h:
                left.of_y[column - self._y] -= price
            elif column < self._k:
                left.of_start.values[column - self._h] -= price
            else:
                left.of_end.values[column - self._k] -= price

    def _half(self, half: HalfCut) -> _Row:
        """Return half of a sum, rounded up."""
        check = self._check
        equations = indices(half.equations, check.nodes + 2, "an equation of a half")
        before = indices(half.halves, len(self.rows), "a half that is a part of another one")
        rows = [self.rows[number] for number in before]
        rows += [self._row("equation", number) for number in equations]
        for kind, sets in (("odd", half.odd), ("linked", half.linked)):
            rows += [self._row(kind, number) for number in sequence(sets, "the sets of a half")]
        if len(rows) > _LONGEST:
            raise CheckError(f"a half is made of {len(rows):,} rows; {_LONGEST:,} are the most")
        factors = np.zeros(self._count, dtype=np.int64)
        for row in rows:
            factors[row.columns] += row.factors
        least = sum(row.least for row in rows)
        down = np.unique(
            [self._downwards(column) for column in sequence(half.downwards, "what is rounded down")]
        ).astype(np.int64)
        least -= int(factors[down].sum())
        halves = -(-factors // 2)
        halves[down] = factors[down] // 2
        least = -(-least // 2) + int(halves[down].sum())
        if max(abs(least), int(np.abs(halves).max(initial=0))) >= _MOST:
            raise CheckError("the numbers of a half are too large")
        columns = np.flatnonzero(halves)
        return _Row(columns, halves[columns], least)

    def _downwards(self, number: Any) -> int:
        """Return the column of a factor that is rounded down, which counts 1 at the most."""
        check, streets = self._check, len(self._check.served)
        (number,) = indices([number], streets + 2 * check.nodes, "what is rounded down")
        if number < streets:
            if number not in self._two_way:
                raise CheckError(f"street {number} is not served in one of two directions")
            return int(self._y + self._first[number])
        place = number - streets
        if (check.start if place < check.nodes else check.end) >= 0:
            raise CheckError("the place of a factor that is rounded down is given")
        return int(self._h + place)

    def _row(self, kind: str, number: Any) -> _Row:
        """Return an equation or the cut of a set, each once."""
        check = self._check
        if kind == "equation":
            if (kind, number) not in self._given:
                self._given[kind, number] = self._equation(number)
            return self._given[kind, number]
        border = check.odd_border(number) if kind == "odd" else check.linked_border(number)
        if (kind, number) not in self._given:
            least = 1
            if kind == "odd":
                across = {check.street[arc] for arc in (*border.into, *border.out)}
                crossed = sum(check.served[street] for street in across)
                places = border.holds(check.start) + border.holds(check.end)
                least = (crossed + places + 1) // 2
            self._given[kind, number] = self._entering(border, least)
        return self._given[kind, number]

    def _entering(self, border: "Border", least: int) -> _Row:
        """Return the cut of a set that is entered, or started in, so often at the least."""
        arcs = dict.fromkeys(border.into, 1)
        starts = {node: 1 for node in range(self._check.nodes) if border.holds(node)}
        return self._of(arcs, starts, {}, least)

    def _equation(self, number: int) -> _Row:
        check = self._check
        if number >= check.nodes:
            place = check.start if number == check.nodes else check.end
            if place >= 0:
                raise CheckError("an equation of a half is about a place that is given")
            once = dict.fromkeys(range(check.nodes), 1)
            return self._of({}, *((once, {}) if number == check.nodes else ({}, once)), 1)
        arcs: dict[int, int] = {}
        for arc in check.arcs_at[number]:
            arcs[arc] = (check.tail[arc] == number) - (check.head[arc] == number)
        return self._of(arcs, {number: -1}, {number: 1}, 0)

    def _of(
        self, arcs: dict[int, int], starts: dict[int, int], ends: dict[int, int], least: int
    ) -> _Row:
        """Return a cut that counts y + z of arcs, starts and ends, in columns that are free."""
        check = self._check
        factors = dict(arcs)
        for arc, factor in arcs.items():
            street = check.street[arc]
            if not check.served[street]:
                continue
            first = self._y + self._first[street]
            if street not in self._two_way:
                least -= factor
            elif arc in self._second:
                least -= factor
                factors[first] = factors.get(first, 0) - factor
            else:
                factors[first] = factors.get(first, 0) + factor
        for offset, place, given in ((self._h, check.start, starts), (self._k, check.end, ends)):
            if place >= 0:
                least -= given.get(place, 0)
            else:
                factors.update((offset + node, factor) for node, factor in given.items())
        columns = np.array(list(factors), dtype=np.int64)
        return _Row(columns, np.array(list(factors.values()), dtype=np.int64), least)
