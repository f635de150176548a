"""What multipliers add to services and take off deadheads, level by level."""

import math
from typing import Any

import numpy as np

from arcload.model.errors import CheckError
from arcload.model.types import FloatArray, IntArray
from arcload.model.window_cut import WindowCut
from arcload.proofs.verify.delivery import Delivery
from arcload.proofs.verify.validation import Multipliers


def require_cuts(delivery: Delivery, top: int, cuts: Any) -> tuple[WindowCut, ...]:
    """Return the window cuts of a certificate; refuse what no piece of a tour need obey."""
    if not isinstance(cuts, tuple | list):
        raise CheckError("the windows are no sequence of cuts")
    ends = [set(pair) for pair in delivery.entry.tolist()]
    for number, cut in enumerate(cuts, start=1):
        if not isinstance(cut, WindowCut):
            raise CheckError(f"window cut {number} is no cut")
        whole = (*cut.nodes, *cut.odd, cut.high, cut.low, cut.edge)
        if any(not isinstance(value, int) or isinstance(value, bool) for value in whole):
            raise CheckError(f"window cut {number} has a number that is not whole")
        if any(not isinstance(value, bool) for value in (cut.begins, cut.ends)):
            raise CheckError(
                f"window cut {number} must say whether the piece begins and ends there"
            )
        if not -1 <= cut.low < cut.high <= top:
            raise CheckError(
                f"window cut {number} is for the levels above {cut.low} up to {cut.high}; "
                f"these must rise and lie between -1 and {top}"
            )
        inside = set(cut.nodes)
        if len(inside) != len(cut.nodes) or not inside <= set(range(len(delivery.D))):
            raise CheckError(f"the nodes of window cut {number} are not nodes, each once")
        if not {*cut.odd, cut.edge} - {-1} <= set(range(delivery.size)):
            raise CheckError(f"window cut {number} names an edge that is not to be served")
        if cut.edge >= 0:
            if not ends[cut.edge] <= inside or cut.odd or cut.begins or cut.ends:
                raise CheckError(f"edge {cut.edge} of window cut {number} is not inside its set")
            continue
        if len(set(cut.odd)) != len(cut.odd) or any(len(ends[e] & inside) != 1 for e in cut.odd):
            raise CheckError(f"window cut {number} names an edge that is not in its border, once")
        if any(len(ends[e]) == 1 for e in cut.odd):
            raise CheckError(f"window cut {number} names a loop, which is in no border")
        if (len(cut.odd) + cut.begins + cut.ends) % 2 == 0:
            raise CheckError(f"window cut {number} names an even number of edges and ends")
    return tuple(cuts)


class Tolls:
    """Multipliers of edges, nodes and window cuts, summed up for each level.

    For the piece of a tour from a level in ``low + 1`` to ``high`` and a set of nodes S, let z be
    its deadheads with one end in S, y its services of the border of S. Then, with `odd` the
    edges F of the border,

        z + sum over F of (1 - y) + sum over the rest of the border of y
          + [begins outside, if `begins`; else inside] + [ends likewise]  >=  1:

    if all but z were 0, it would cross the border, without z, an odd number of times more or less
    than its ends allow. And where e is an edge inside,

        z + y(border) + [begins inside] + [ends inside]  >=  2 * y_e,

    as it comes to e and goes from it, each without being there already or by the border. Each is
    taken off the cost of a walk, times its multiplier, and added to what is due.

    The multipliers of cuts are rounded down to multiples of a power of 2, so that these sums are
    without rounding.
    """

    def __init__(
        self, delivery: Delivery, top: int, cuts: tuple[WindowCut, ...], multipliers: Multipliers
    ) -> None:
        self.delivery, self.multipliers = delivery, multipliers
        pairs = zip(cuts, _rounded(multipliers.cut, delivery.size).tolist(), strict=True)
        priced = [(cut, price) for cut, price in pairs if price > 0]
        self.cuts = [cut for cut, _ in priced]
        self.price: FloatArray = np.array([price for _, price in priced])
        n = len(delivery.D)
        self.inside = np.zeros((len(priced), n))
        self.service = np.zeros((len(priced), delivery.size))
        for row, cut in enumerate(self.cuts):
            self.inside[row, list(cut.nodes)] = 1.0
            within = self.inside[row][delivery.entry]
            self.service[row] = within[:, 0] != within[:, 1]
            self.service[row, list(cut.odd)] = -1.0
            if cut.edge >= 0:
                self.service[row, cut.edge] = -2.0
        self.high: IntArray = np.array([cut.high for cut in self.cuts], dtype=np.int64)
        self.low: IntArray = np.array([cut.low for cut in self.cuts], dtype=np.int64)
        self.first: FloatArray = np.array([-1.0 if cut.begins else 1.0 for cut in self.cuts])
        self.last: FloatArray = np.array([-1.0 if cut.ends else 1.0 for cut in self.cuts])
        borders = np.unique(np.concatenate([self.high, self.low]))
        self.borders = borders[(borders >= 0) & (borders < top)]
        self.layer = np.searchsorted(self.borders, np.arange(top + 1))
        """Layer of each level, from 0 up: which borders it is above."""
        self._services = np.array([self._sum(self.service, level) for level in self._levels()])
        self._passing = np.zeros((len(self.borders) + 1, n))
        for k, border in enumerate(self.borders.tolist(), start=1):
            begins = (self.price * self.first)[self.high == border] @ self.inside[
                self.high == border
            ]
            ends = (self.price * self.last)[self.low == border] @ self.inside[self.low == border]
            self._passing[k] = self._passing[k - 1] + begins + ends
        self._saved: tuple[int, FloatArray] | None = None

    def _levels(self) -> list[int]:
        """Return one level of each layer."""
        return [0, *(self.borders + 1).tolist()]

    def _sum(self, rows: FloatArray, level: int) -> FloatArray:
        """Return the sum of rows times the multipliers of their cuts, of those for a level."""
        now = (self.low < level) & (level <= self.high)
        total: FloatArray = self.price[now] @ rows[now]
        return total

    def saved(self, level: int) -> FloatArray:
        """Return what is taken off a deadhead, [from, to]; the last row is the start's."""
        layer = int(self.layer[level])
        if self._saved is None or self._saved[0] != layer:
            now = (self.low < level) & (level <= self.high)
            inside, price = self.inside[now], self.price[now]
            within = (inside.T * price) @ (1 - inside)
            between, at_the_start = self.multipliers.saved(self.delivery.start)
            crossed = within + within.T
            start = self.delivery.start
            if start >= 0:
                at_the_start = at_the_start + crossed[start]
            else:
                top = len(self.layer) - 1
                fresh = self.high == top
                at_the_start = at_the_start + (self.price * self.first)[fresh] @ self.inside[fresh]
            self._saved = layer, np.vstack([between + crossed, at_the_start])
        return self._saved[1]

    def home(self) -> FloatArray:
        """Return what is taken off the drive home from each node."""
        final = (self.price * self.last)[self.low < 0] @ self.inside[self.low < 0]
        end = self.delivery.end
        if end < 0:
            at_the_end: FloatArray = self.multipliers.node + final
        else:
            at_the_end = self.saved(0)[:-1, end] + final[end]
        return at_the_end

    def added(self, level: IntArray, after: IntArray, edge: IntArray, head: IntArray) -> FloatArray:
        """Return what is added, for cuts, to services from levels to levels that end at nodes."""
        before, below = self.layer[level], self.layer[after]
        passing = self._passing[before, head] - self._passing[below, head]
        total: FloatArray = -self._services[before, edge] - passing
        return total

    def due(self) -> float:
        """Return what the cuts ask of a whole tour, times their multipliers."""
        start, top, terms = self.delivery.start, len(self.layer) - 1, []
        for row, cut in enumerate(self.cuts):
            asked = 0.0 if cut.edge >= 0 else 1.0 - len(cut.odd) - cut.begins - cut.ends
            if cut.high == top and start >= 0:
                asked -= self.first[row] * self.inside[row, start]
            terms.append(float(self.price[row]) * asked)
        return math.fsum(terms)


def _rounded(prices: FloatArray, edges: int) -> FloatArray:
    """Return multipliers rounded down so that sums over cuts, a few times each, are exact."""
    total = math.fsum(prices)
    if total == 0:
        return prices
    unit = 2.0 ** (math.ceil(math.log2(total)) + math.ceil(math.log2(edges + 8)) - 52)
    rounded: FloatArray = np.floor(prices / unit) * unit
    return rounded
