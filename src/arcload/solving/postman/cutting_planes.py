"""The least driving that serves streets of any kind, by linear programs, rules and branches.

The rules that a solution breaks are added until none is found. What is still fractional is
branched on: how often a node is left, then how often an edge is driven. A branch is closed by
its exact bound alone: HiGHS, which solves the linear programs, keeps to absolute tolerances, and
where lengths differ by many digits a tolerance of the longest may hide the shortest.
"""

import time as clock
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arcload.model.instance import Instance
from arcload.model.types import FloatArray, IntArray
from arcload.solving.postman.dual_bound import dual_bound
from arcload.solving.postman.euler import Drive, euler_walk
from arcload.solving.postman.program import Program, Range

CLOSE = Fraction(1, 10**12)
"""No tour is shorter than one that is proven by more than this, relatively."""

_FRACTION = 1e-6  # by which a value is off a whole number
_NEAR = 1 - 1e-6  # a bound this near may turn out to be enough


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

    @classmethod
    def of(cls, instance: Instance, walk: Sequence[Drive]) -> "Driving":
        """Return the driving of a walk."""
        times = np.zeros((len(instance.edges), 2), dtype=np.int64)
        np.add.at(times, tuple(np.array(walk).T), 1)
        return cls(times, int(instance.ends[walk[0]]), proven=False)

    def length(self, instance: Instance) -> Fraction:
        """Return the length of all crossings, without rounding."""
        driven = np.nonzero(self.times)
        lengths, times = instance.lengths[driven].tolist(), self.times[driven].tolist()
        return sum(map(Fraction.__mul__, map(Fraction, lengths), times), Fraction(0))

    def walk(self, instance: Instance) -> list[Drive]:
        """Return a walk over all crossings."""
        edges, sides = np.nonzero(self.times)
        often = self.times[edges, sides]
        drives = zip(
            np.repeat(edges, often).tolist(), np.repeat(sides, often).tolist(), strict=True
        )
        return euler_walk(instance.ends, drives, self.start)


class CuttingPlanes:
    """Branch and bound over the rules of an instance.

    Parameters
    ----------
    instance
        The network and the places; loads play no part.
    need
        How often each edge must be driven at the least.
    """

    def __init__(self, instance: Instance, need: IntArray) -> None:
        self.instance, self.need = instance, need
        self._program = Program(instance, need)
        self._best: Driving | None = None
        self._length: Fraction | None = None
        self._last: FloatArray | None = None

    def shortest(self, seconds: float) -> Driving | None:
        """Return the least driving, None if none was found in this time."""
        end = clock.perf_counter() + seconds
        open_branches, proven = [self._program.range()], True
        while open_branches:
            if clock.perf_counter() >= end:
                proven = False
                break
            branches = self._look_into(self._within_reach(open_branches.pop()), end)
            if branches is None:
                proven = False
            else:
                open_branches += branches
        if self._best is None:
            return None
        return Driving(self._best.times, self._best.start, proven)

    def guess(self) -> IntArray:
        """Return how often each edge might be driven, as the last linear program has it."""
        if self._last is None:
            return self.need
        crossings = self._last[self._program.totals]
        return np.maximum(self.need, np.rint(crossings).astype(np.int64))

    def oriented(self, seconds: float) -> Driving | None:
        """Return a short driving for needs that are connected and even already.

        Such a program has whole solutions (Win, 1989).
        """
        values = self._program.whole(self._program.range(), self._longest(), seconds)
        return None if values is None else self._driving(values)

    def _longest(self) -> float:
        """Return the length of the best tour, or as long as none is known a guess."""
        if self._length is not None:
            return float(self._length) * (1 + 1e-15)
        return float(self._program.lengths.sum())

    def _within_reach(self, held: Range) -> Range:
        """Return a range without the drives that make a tour longer than the best one."""
        if self._length is None:
            return held
        drives, longest = self._program.drives, self._longest()
        lengths = self._program.lengths[drives]
        times = np.full(len(lengths), np.inf)
        np.divide(longest, lengths, out=times, where=lengths > 0)
        most = held.most.copy()
        most[drives] = np.minimum(most[drives], np.floor(times * (1 + 1e-15)))
        return Range(held.least, most)

    def _look_into(self, held: Range, end: float) -> list[Range] | None:
        """Return the branches of a range that are left, None if it must be given up.

        It is closed if no tour in it is shorter than the best one.
        """
        program = self._program
        while True:
            seconds = end - clock.perf_counter()
            optimum = program.linear(held, self._longest(), seconds)
            if optimum is None:
                multipliers = program.conflict(held, seconds)
                closed = multipliers is not None and self._bound(held, multipliers, 0.0) > 0
                return [] if closed else None
            self._last = optimum.values
            if self._closes(held, optimum.multipliers, optimum.values):
                return []
            if not program.add_broken(optimum.values):
                break
            if clock.perf_counter() >= end:
                return None
        column = self._fractional(optimum.values)
        if column is not None:
            return _branches(held, column, optimum.values[column])
        before = self._length
        self._offer(held, optimum.values, end)
        if self._closes(held, optimum.multipliers, optimum.values):
            return []
        # With a shorter tour the program is solved on a finer scale.
        return [held] if self._length != before else None

    def _closes(self, held: Range, multipliers: FloatArray, values: FloatArray) -> bool:
        """Return whether no tour in a range is shorter than the best one."""
        if self._length is None:
            return False
        if self._program.lengths @ values < float(self._length) * _NEAR:
            return False
        return max(Fraction(0), self._bound(held, multipliers, 1.0)) >= self._length * (1 - CLOSE)

    def _bound(self, held: Range, multipliers: FloatArray, price: float) -> Fraction:
        program = self._program
        rows, sums = program.rows()
        lengths = price * np.minimum(program.lengths, 2 * self._longest())
        return dual_bound(rows, sums, program.equations, lengths, held, multipliers)

    def _fractional(self, values: FloatArray) -> int | None:
        """Return the column to branch on: the one farthest from whole, of nodes first."""
        program = self._program
        off = np.abs(values - np.rint(values))
        for group in (program.leaving, program.totals, program.places):
            if off[group].max(initial=0.0) > _FRACTION:
                return int(group.start + off[group].argmax())
        return None

    def _offer(self, held: Range, values: FloatArray, end: float) -> None:
        """Keep the driving of a solution if it is the shortest so far.

        Where all but the drives are whole, and so nodes are even, there are whole drives, too.
        """
        program = self._program
        off = np.abs(values - np.rint(values))
        whole: FloatArray | None = np.rint(values)
        if off[program.drives].max(initial=0.0) > _FRACTION:
            fixed = Range(held.least.copy(), held.most.copy())
            for column in fixed:
                rest = slice(program.drives.stop, None)
                column[rest] = np.rint(values[rest])
            whole = program.whole(fixed, self._longest(), end - clock.perf_counter())
        if whole is None or program.add_broken(whole) or not program.keeps_to(whole):
            return
        driving = self._driving(whole)
        length = driving.length(self.instance)
        if self._length is None or length < self._length:
            self._best, self._length = driving, length

    def _driving(self, values: FloatArray) -> Driving:
        program = self._program
        times = np.zeros(self.instance.lengths.shape, dtype=np.int64)
        times[program.edge, program.side] = values[program.drives]
        start = self.instance.start_index
        if start < 0:
            start = int(np.argmax(values[program.places][: len(self.instance.nodes)]))
        for part in program.parts(times.sum(axis=1) > 0):
            if part[start]:  # a round elsewhere has length 0 and serves nothing
                times[~part[self.instance.ends[:, 0]]] = 0
        return Driving(times, start, proven=False)


def _branches(held: Range, column: int, value: float) -> list[Range]:
    """Return the two parts of a range below and above a value, the nearer one last."""
    below, above = (Range(held.least.copy(), held.most.copy()) for _ in range(2))
    below.most[column] = np.floor(value)
    above.least[column] = np.ceil(value)
    return [below, above] if value % 1 > 0.5 else [above, below]
