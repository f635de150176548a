"""A lower bound on what carrying the load costs, whatever the vehicle weighs.

Let t(x) be the way driven when x has been delivered: a tour costs W * length + the integral of
t(x) over all load. Each tangent bounds t from below by a line, and so does 0.
"""

import itertools
import time as clock
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from arcload.model.envelope_prices import EnvelopePrices, PostmanPrices, Tangent
from arcload.proofs.envelope.prefix_cut import PrefixCut
from arcload.proofs.envelope.prefix_program import Prefix, PrefixProgram
from arcload.proofs.envelope.scale import Scale
from arcload.proofs.envelope.separation import Separation
from arcload.proofs.envelope.service_tangents import service_tangents
from arcload.proofs.envelope.set_table import SetTable
from arcload.proofs.envelope.whole_tangent import WholeTangent, whole_tangent
from arcload.proofs.street_network import StreetNetwork

_FIRST = (0.95, 0.7, 0.4, 0.15)  # shares of the load that are looked at first
_TOLERANCES = (3e-3, 1e-3, 3e-4, 1e-4)  # shares of the area worth a step, pass by pass
_LEAST = 0.02  # by which a cut must be broken
_MOST_POINTS = 120  # loads that are looked at
_MOST_ROUNDS = 40  # of separation at one load in one pass


class Range(NamedTuple):
    """Where a tangent is the greatest, and above 0, in units of load."""

    tangent: WholeTangent
    low: Fraction
    high: Fraction


class Envelope:
    """Tangents of the way driven, as good as time allows.

    Parameters
    ----------
    network
        The network.
    scale
        The units of the prices.
    over
        Asked during solves whether to end at once.
    piece
        Seconds after which a solve takes a rest; what it finds may depend on them.
    for_relaxation
        Whether the cuts are to be window cuts as well, in which every deadhead counts. Then the
        bound is a little lower in the same time.
    """

    def __init__(
        self,
        network: StreetNetwork,
        scale: Scale,
        over: Callable[[], bool] = lambda: False,
        piece: float = np.inf,
        *,
        for_relaxation: bool = False,
    ) -> None:
        self._scale, self._over, self._piece = scale, over, piece
        late = network.served[network.street] & (not for_relaxation)
        self.program = PrefixProgram(network, late, over)
        self._separation = Separation(network, late)
        self._points: dict[float, Prefix] = {}
        """The last solution at each load."""
        self.tangents: list[WholeTangent] = []
        """Those that are greatest somewhere, by rising slope."""
        self.area = Fraction(0)
        """The bound on the integral of t(x)."""
        self._keep(service_tangents(network, scale))

    @property
    def cuts(self) -> tuple[PrefixCut, ...]:
        """The cuts that the multipliers of tangents are of, as they were found."""
        return tuple(self.program.cuts)

    def ranges(self) -> list[Range]:
        """Return where each tangent is the greatest, and above 0."""
        return list(_ranges(self.tangents, self._scale.total))

    def prices(self, postman: PostmanPrices, sets: SetTable) -> EnvelopePrices:
        """Return what proves the bound, with the prices of whole tours.

        Parameters
        ----------
        postman
            The prices of whole tours.
        sets
            The sets that `postman` names.
        """
        used = sorted(
            {int(cut) for line in self.tangents for cut in np.flatnonzero(line.multipliers)}
        )
        linked: list[tuple[int, int]] = []
        parity: list[tuple[int, tuple[int, ...]]] = []
        place: dict[int, int] = {}
        for number in used:
            cut = self.program.cuts[number]
            if cut.kind == "linked":
                place[number] = len(linked)
                linked.append((sets.number(cut.nodes), int(cut.streets[0])))
            else:
                place[number] = len(parity)
                parity.append((sets.number(cut.nodes), tuple(cut.streets.tolist())))
        return EnvelopePrices(
            self._scale.length_unit,
            self._scale.load_unit,
            sets.sets,
            tuple(linked),
            tuple(parity),
            postman,
            tuple(self._tangent(line, place) for line in self.tangents),
            self._scale.level or 1,
        )

    def _tangent(self, line: WholeTangent, place: dict[int, int]) -> Tangent:
        cuts, ends = np.flatnonzero(line.multipliers), np.flatnonzero(line.end_prices)
        linked, parity = (
            tuple(
                (place[cut], int(line.multipliers[cut]))
                for cut in cuts.tolist()
                if self.program.cuts[cut].kind == kind
            )
            for kind in ("linked", "parity")
        )
        end_prices = tuple(zip(ends.tolist(), line.end_prices[ends].tolist(), strict=True))
        return Tangent(line.slope, line.potentials, end_prices, linked, parity)

    def run(self) -> Iterator[None]:
        """Find better and better tangents, yielding after pieces of work."""
        total = self.program.total
        if not self._scale.total:
            return
        for tolerance in _TOLERANCES:
            if not self._points:
                for share in _FIRST:
                    yield from self._separate(share * total, tolerance)
            for load in sorted(self._points, reverse=True):
                yield from self._separate(load, tolerance)
            while len(self._points) < _MOST_POINTS:
                load, gain = self._widest()
                if gain <= tolerance * float(self.area) or load in self._points:
                    break
                yield from self._separate(load, tolerance)
                if load not in self._points:
                    return

    def _separate(self, load: float, tolerance: float) -> Iterator[None]:
        """Add cuts at one load while each round raises the area by enough."""
        before = None
        for _ in range(_MOST_ROUNDS):
            prefix = None
            while prefix is None:
                began = clock.perf_counter()
                prefix = self.program.solve(load, self._piece)
                ended = clock.perf_counter()
                yield
                if self._over() or (prefix is None and ended - began < self._piece / 2):
                    return
            self._points[load] = prefix
            tangent = whole_tangent(self.program, self._scale, prefix)
            self._keep([] if tangent is None else [tangent])
            if before is not None:
                gain = (prefix.length - before) * self._width(load)
                if gain <= tolerance * float(self.area):
                    return
            before = prefix.length
            cuts = self._separation.cuts(prefix, _LEAST)
            yield
            if not cuts:
                return
            self.program.add(cuts)

    def _width(self, load: float) -> float:
        """Return half the distance between the loads to either side that were looked at."""
        others = [0.0, *sorted(self._points), self.program.total]
        below = max(other for other in others if other < load)
        above = min(other for other in others if other > load)
        return (above - below) / 2

    def _widest(self) -> tuple[float, float]:
        """Return the load where one more tangent may raise the area most, and by how much.

        Between two loads the way is at least the greater of their tangents, and at most about
        what lies on the line between both: the triangle's tip is the load to look at.
        """
        total = self.program.total
        at = sorted(self._points)
        lines = [(self._points[x].slope, self._points[x].length, x) for x in at]
        best, tip = 0.0, total / 2
        for (slope, height, x), (slope2, height2, x2) in itertools.pairwise(lines):
            if slope2 - slope <= 0:
                continue
            meet = (height - slope * x - height2 + slope2 * x2) / (slope2 - slope)
            if not x < meet < x2:
                continue
            middle = height + slope * (meet - x)
            chord = height + (height2 - height) * (meet - x) / (x2 - x)
            area = (chord - middle) * (x2 - x) / 2
            if area > best:
                best, tip = area, meet
        if at:
            slope, height, x = lines[-1]
            # Beyond the last load the way bends upwards: its slope may grow as much again.
            area = slope * (total - x) ** 2 / 4
            if area > best:
                best, tip = area, (x + total) / 2
        return tip, best

    def _keep(self, tangents: list[WholeTangent]) -> None:
        """Take in tangents."""
        if not tangents:
            return
        scale = self._scale
        self.tangents = _greatest([*self.tangents, *tangents], scale.total)
        units = Fraction(scale.length_unit) * Fraction(scale.load_unit)
        self.area = units * _area(self.tangents, scale.total)


def _greatest(tangents: list[WholeTangent], total: int) -> list[WholeTangent]:
    """Return the tangents that are the greatest somewhere, by rising slope."""
    kept: list[WholeTangent] = []
    for line in sorted(tangents, key=lambda line: (line.slope, line.constant)):
        if kept and kept[-1].slope == line.slope:
            kept.pop()
        while len(kept) >= 2 and _meet(kept[-2], line) <= _meet(kept[-2], kept[-1]):
            kept.pop()
        kept.append(line)
    meets = [Fraction(0), *map(_meet, kept, kept[1:]), Fraction(total)]
    return [
        line
        for line, (low, high) in zip(kept, itertools.pairwise(meets), strict=True)
        if low < total and high > 0 and line.slope * min(high, Fraction(total)) + line.constant > 0
    ]


def _meet(one: WholeTangent, other: WholeTangent) -> Fraction:
    """Return where two tangents meet, the second of which rises faster."""
    return Fraction(one.constant - other.constant, other.slope - one.slope)


def _area(tangents: list[WholeTangent], total: int) -> Fraction:
    """Return the integral of the greatest of 0 and some tangents, each greatest somewhere."""
    return sum(
        (
            (high - low) * (line.slope * (low + high) / 2 + line.constant)
            for line, low, high in _ranges(tangents, total)
        ),
        Fraction(0),
    )


def _ranges(tangents: list[WholeTangent], total: int) -> Iterator[Range]:
    """Return where each tangent is the greatest, and above 0."""
    if not tangents:
        return
    meets = [Fraction(0), *map(_meet, tangents, tangents[1:]), Fraction(total)]
    for line, (meets_before, meets_after) in zip(tangents, itertools.pairwise(meets), strict=True):
        low, high = max(meets_before, Fraction(0)), min(meets_after, Fraction(total))
        if line.constant < 0:  # it is above 0 from there on
            low = max(low, Fraction(-line.constant, line.slope) if line.slope else high)
        if low < high:
            yield Range(line, low, high)
