"""What window cuts ask of the rest of a tour that has begun."""

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.verify.tolls import Tolls


class Asked:
    """Window cuts with their multipliers, held against beginnings of tours.

    The rest of a piece is a piece as well, so a cut holds for it; it begins where the vehicle is,
    and serves no edge again. With l the edges of `odd` still to be served, `ends` counted as one
    more if it is named, and p one if the vehicle is in the set,

        z + (rest of the border) - (those served of l)  >=  (1 if l + p is odd, else 0) - l:

    if the left side were -l, the border would be crossed l times. The link of an edge e inside
    asks for 0 - p if e is still to be served. If not, the vehicle leaves, or ends there: for p.
    Of a piece that comes later nothing is known but that edges served before it are not in it: it
    asks for no less than before, nor for less than -l and, if they are named, -1 for either end.

    Parameters
    ----------
    tolls
        The cuts and their multipliers.
    levels
        Levels that each edge takes.
    edge, tail, head
        The steps: which edge they serve, from where to where.
    """

    def __init__(
        self, tolls: Tolls, levels: IntArray, edge: IntArray, tail: IntArray, head: IntArray
    ) -> None:
        self.tolls, self.levels, self.edge = tolls, levels, edge
        cuts = tolls.cuts
        self.odd = np.zeros((len(cuts), len(levels)))
        self.linked = np.zeros((len(cuts), len(levels)))
        for row, cut in enumerate(cuts):
            self.odd[row, list(cut.odd)] = 1.0
            if cut.edge >= 0:
                self.linked[row, cut.edge] = 1.0
        self.is_link: BoolArray = np.array([cut.edge >= 0 for cut in cuts], dtype=np.bool_)
        self.begins: FloatArray = np.array([float(cut.begins) for cut in cuts])
        self.ends: FloatArray = np.array([float(cut.ends) for cut in cuts])
        inside = tolls.inside
        self.at = np.where(self.odd[:, edge] > 0, inside[:, tail], inside[:, head])
        """Whether the set holds where the vehicle is once a step is taken; before it, where the
        step serves an edge of `odd`: then l + p stays what it was."""

    def of(self, served: BoolArray, here: IntArray, level: IntArray) -> FloatArray:
        """Return what is asked of some beginnings, times the multipliers.

        Parameters
        ----------
        served
            Edges that each has served.
        here
            Where the vehicle is, -1 for a start anywhere.
        level
            Level of its load.
        """
        left, done = self._left(served), served @ self.linked.T > 0
        inside = self._inside(here)
        begun, comes = self._windows(here, level)
        count = left + self.ends
        odd = (count + inside) % 2 - count
        later = np.maximum(1 - self.odd.sum(axis=1), -left) - self.ends - self.begins
        going = np.where(self.is_link, np.where(done, inside, -inside), odd)
        coming = np.where(self.is_link, 0.0, later)
        asked: FloatArray = (np.where(begun, going, 0.0) + np.where(comes, coming, 0.0)) @ (
            self.tolls.price
        )
        return asked

    def after(
        self, served: BoolArray, here: IntArray, level: IntArray, row: IntArray, step: IntArray
    ) -> FloatArray:
        """Return what is asked once beginnings, by their rows, have taken steps.

        It is what would be asked of the beginning with the load that the step leaves, and what
        the step changes then.
        """
        total, then = np.zeros(len(row)), level[row] - self.levels[self.edge[step]]
        if not self.tolls.cuts:
            return total
        layer = self.tolls.layer[then]
        for each in np.unique(layer):
            there = np.flatnonzero(layer == each)
            rows, place = np.unique(row[there], return_inverse=True)
            lower = np.full(len(rows), then[there[0]])
            table = self._table(served[rows], np.maximum(here[rows], 0), lower)
            total[there] = table[place, step[there]]
        return total

    def _table(self, served: BoolArray, here: IntArray, level: IntArray) -> FloatArray:
        """Return what is asked of each beginning after each step that keeps its level's layer."""
        price, inside = self.tolls.price, self._inside(here)
        begun, comes = self._windows(here, level)
        left, done = self._left(served), served @ self.linked.T > 0
        is_odd = (left + self.ends) % 2 > 0
        more_inside = np.where(np.where(self.is_link, ~done, is_odd), -price, price) * begun
        moved = more_inside @ self.at - (more_inside * inside).sum(axis=1)[:, None]
        touched = left < self.odd.sum(axis=1)
        one_less = (price * (begun | (comes & touched))) @ self.odd
        linked = 2 * (price * begun) @ self.linked
        changed: FloatArray = moved + (one_less + linked)[:, self.edge]
        return self.of(served, here, level)[:, None] + changed

    def _left(self, served: BoolArray) -> FloatArray:
        left: FloatArray = ~served @ self.odd.T
        return left

    def _inside(self, here: IntArray) -> FloatArray:
        return self.tolls.inside[:, here].T * (here >= 0)[:, None]

    def _windows(self, here: IntArray, level: IntArray) -> tuple[BoolArray, BoolArray]:
        """Return within which windows beginnings are, and which are still to come."""
        is_over = level[:, None] <= self.tolls.low
        begun = (level[:, None] <= self.tolls.high) & (here >= 0)[:, None]
        return begun & ~is_over, ~begun & ~is_over
