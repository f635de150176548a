"""The shortest tour by the postman's program, where its optimum is not whole: branch and cut.

A count that no tour has, such as half a crossing of a street or two crossings at an odd node, is
branched on: it is at most the value below or at least the one above. In every branch the rules
that its optimum breaks are added, and hold in all others; where these gain little, halves of their
sums.
"""

import math
from fractions import Fraction
from heapq import heappop, heappush
from typing import NamedTuple

import numpy as np

from arcload.proofs.postman.postman_cuts import PostmanCuts
from arcload.proofs.postman.postman_program import PostmanBasis, PostmanOptimum
from arcload.proofs.postman.tour_counts import OpenCount

_SAME = 1e-10  # of the length, by which a shorter tour is not worth looking for
_SLOW = 0.01  # of what is between a branch and the best tour, less than which is no progress
_LIKELY = 0.003  # of the length, that a tour is longer
_BEFORE_HALVES = 1  # solve without progress before halves are looked for
_PATIENCE = 2  # before a branch is parted
_PATIENCE_AT_FIRST = 15
_TRIED = 4  # counts of a kind that are tried
_STEPS = 10  # of the solver for each
_LEAST_RISE = 1e-9  # of the length, that counts as none


class LeastTour(NamedTuple):
    """The shortest tour that was found in whole counts."""

    optimum: PostmanOptimum | None
    """None if none was found, or none that is shorter than a known one."""
    length: Fraction | float
    """Of this one or the known one, whichever is less; inf if there is neither."""
    closed: bool
    """Whether none is shorter, within the tolerances of the solver."""
    bound: float
    """A length that none is below, within the same tolerances: that of the best open branch."""


class _Branch(NamedTuple):
    """Ranges of counts, and about how long a tour in them is at the least."""

    length: float
    number: int
    held: dict[int, tuple[float, float]]
    bound: float = 0.0
    """Length of the optimum in the branch of which this is a part."""
    basis: PostmanBasis | None = None
    """Where the solver ended in the branch of which this is a part."""


class _Enough(Exception):  # noqa: N818 - no error
    pass


class BranchAndCut:
    """Looks for the shortest tour.

    It goes down into the better of two branches until one is closed, then goes on with the best of
    all that are open. The same network has the same answer, unless time runs out.

    Parameters
    ----------
    cuts
        The program of the network, with the rules found so far.
    """

    def __init__(self, cuts: PostmanCuts) -> None:
        self._cuts, self._program, self._until = cuts, cuts.program, -np.inf
        self._solves = np.inf
        self._best: PostmanOptimum | None = None
        self._shortest: Fraction | float = np.inf
        self._branches = 0
        self._entered: _Branch | None = None
        self._last, self._slow = -np.inf, 0  # its length, and solves without gain
        self._next: _Branch | None = _Branch(0.0, 0, {})
        self._waiting: list[_Branch] = []

    def know(self, length: Fraction | float) -> None:
        """Look for shorter tours only than one of this length."""
        self._shortest = min(self._shortest, length)

    def least(self, until: float, solves: float = np.inf) -> LeastTour:
        """Return the shortest tour, or the best one found so far; called again, it goes on.

        Parameters
        ----------
        until
            When to end, by the clock.
        solves
            Of linear programs, after which it ends.
        """
        self._until, self._solves = until, solves
        try:
            while self._next is not None:
                nearer, other = self._look_into(self._next)
                if other is not None:
                    heappush(self._waiting, other)
                if nearer is None:
                    self._go_on_with_the_best()
                else:
                    self._next = nearer
        except _Enough:
            pass
        finally:
            self._program.hold({})
        return self.so_far()

    def so_far(self) -> LeastTour:
        """Return what is known, also if it was interrupted."""
        found = math.isfinite(self._shortest)
        left = self._waiting if self._next is None else [*self._waiting, self._next]
        bound = min([float(self._shortest), *(branch.bound for branch in left)])
        return LeastTour(self._best, self._shortest, found and not left, bound)

    @property
    def _longest(self) -> float:
        """Length from which a branch is closed."""
        return float(self._shortest) * (1 - _SAME)

    def _go_on_with_the_best(self) -> None:
        """Go on with the best branch that is open; at no time is it none of the open ones."""
        while self._waiting and self._waiting[0].bound >= self._longest:
            heappop(self._waiting)
        if not self._waiting:
            self._next = None
            return
        branch = self._waiting[0]
        self._program.hold(branch.held)
        if branch.basis is not None:
            self._program.go_on_from(branch.basis)
        self._next = branch
        heappop(self._waiting)

    def _look_into(self, branch: _Branch) -> tuple[_Branch | None, _Branch | None]:
        """Return the two branches of a branch, the better one first; none if it is closed."""
        self._program.hold(branch.held)
        optimum = self._tightened(branch)
        if optimum is None:
            return None, None
        length = self._length(optimum)
        opened = self._program.counts.open(optimum.columns, _TRIED)
        if not opened:
            self._best, self._shortest = optimum, length
            return None, None
        count, rises = self._choice(opened, length)
        least, most = branch.held.get(count.number, (-np.inf, np.inf))
        basis, parts = self._program.basis(), []
        for rise, range_ in zip(rises, ((least, count.below), (count.above, most)), strict=True):
            if range_[0] > self._program.counts.most[count.number]:
                continue  # without it, a way of no length could be driven ever more often
            self._branches += 1
            held = {**branch.held, count.number: range_}
            parts.append(_Branch(length + max(0.0, rise), self._branches, held, length, basis))
        return min(parts), max(parts) if len(parts) > 1 else None

    def _tightened(self, branch: _Branch) -> PostmanOptimum | None:
        """Return the optimum of a branch with as many rules as are worth while; None if closed."""
        if branch is not self._entered:
            self._entered, self._last, self._slow = branch, -np.inf, 0
        patience = _PATIENCE if branch.held else _PATIENCE_AT_FIRST
        while True:
            if self._solves <= 0:
                raise _Enough
            self._solves -= 1
            optimum = self._cuts.solve(self._until)
            if optimum is None:
                if self._program.impossible:
                    return None
                raise _Enough
            length = self._length(optimum)
            if length >= self._longest:
                return None
            left = min(self._longest - length, _LIKELY * length)
            self._slow = self._slow + 1 if length - self._last < _SLOW * left else 0
            self._last = length
            if not self._cuts.add_any(optimum, halves=self._slow >= _BEFORE_HALVES):
                return optimum
            if self._slow >= patience and self._program.counts.open(optimum.columns, 1):
                return optimum

    def _choice(
        self, opened: list[OpenCount], length: float
    ) -> tuple[OpenCount, tuple[float, float]]:
        """Return the count of which both branches get longest, and by how much they do."""
        rises = self._program.probe(opened, _STEPS)
        least, most = _LEAST_RISE * length, min(self._longest, 2 * length) - length

        def worth(place: int) -> float:
            one, other = (min(max(rise, least), most) for rise in rises[place])
            return one * other

        best = max(range(len(opened)), key=worth)
        return opened[best], rises[best]

    def _length(self, optimum: PostmanOptimum) -> float:
        return float(self._cuts.network.length @ (optimum.services + optimum.deadheads))
