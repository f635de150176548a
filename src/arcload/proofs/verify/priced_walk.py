"""A check of the bound by the cheapest walk at the prices of the least ways, in whole numbers.

`envelope` says which rows every beginning of some cheapest tour obeys, and which whole tours do.
That tour serves each street on its first crossing. Let the load be left in levels, to which all
demands are rounded down. The service during which the load falls from b levels to b - 1 ends a
beginning. It obeys the rows of any tangent, so that multiplier * (row - right side) >= 0 may be
taken off the cost, once for each level. A deadhead or a service that is made with b levels left is
in the beginnings of all levels from b down, and the end of a service in those that it passes. The
right sides are added as a constant, and so are prices of streets, which a tour serves once. Rows of
whole tours are taken off W times in all.

A walk with these prices serves any street, any number of times, until nothing is left. That tour is
one, and with what is taken off costs no more than it does: so the cheapest walk is a bound. Any
choice of tangents and prices is right; here a level has the tangent that is the greatest in its
middle.

The vehicle is rounded down to half levels. A cost is linear in its weight and in all demands: the
rest of the vehicle drives at least the least length, and the rests of the demands are carried at
least as far as Smith's rule says, which knows no deadheads. A street of less than a level is served
without passing one.
"""

import math
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from arcload.model.certificate import Certificate
from arcload.model.envelope_prices import EnvelopePrices, PostmanPrices, Tangent
from arcload.model.errors import CheckError
from arcload.model.instance import Instance
from arcload.model.types import IntArray
from arcload.proofs.verify.envelope import Check, Left

_FAR = 2**61  # of what cannot be
_MOST = 2**60  # of all costs, so that no sum overflows
_MOST_LEVELS = 2_000_000
_MOST_STATES = 2**26  # of the levels that one service passes
_TOO_LARGE = "the numbers of the walk are too large"


class _Paid(NamedTuple):
    """What a tangent, or the postman, pays in all."""

    z: IntArray
    y: IntArray
    start: IntArray
    end: IntArray
    constant: int


def by_walk(instance: Instance, certificate: Certificate) -> float:
    """Return what the cheapest walk costs."""
    prices = certificate.envelope
    if not isinstance(prices, EnvelopePrices):
        raise CheckError("the certificate has no prices of ways")
    check = Check(instance, prices)
    length = check.length(prices.postman)
    lines = check.lines()
    level = prices.level
    if isinstance(level, bool) or not isinstance(level, int) or level < 1:
        raise CheckError(f"a level is {level!r}; it must be a whole number of units, 1 or more")
    levels = [q // level for q in check.q]
    top = sum(levels)
    if not 0 < top <= _MOST_LEVELS:
        raise CheckError(f"the load has {top:,} levels; a walk has 1 to {_MOST_LEVELS:,}")
    states = (max(levels) + 1) * check.nodes
    if states > _MOST_STATES:
        raise CheckError(f"one service passes {max(levels):,} levels; that needs too much memory")
    load_unit = Fraction(prices.load_unit)
    half_level = load_unit * level / 2
    weight = math.floor(Fraction(instance.curb_weight) / half_level)
    line = _greatest(lines, top, sum(check.q))
    walk = _Walk(check, prices, weight, levels, line)
    value = half_level * walk.cheapest()
    value += (Fraction(instance.curb_weight) - weight * half_level) * length
    value += load_unit * _least_carried(check, [q % level for q in check.q])
    value *= Fraction(prices.length_unit)
    near = float(value)
    return near if Fraction(near) <= value else math.nextafter(near, -math.inf)


def _greatest(lines: list[tuple[int, int]], top: int, total: int) -> list[int]:
    """Return the line of each level: the greatest in its middle, the last of some; -1 for none."""
    chosen = [-1]
    for b in range(1, top + 1):
        delivered = (2 * (top - b) + 1) * total  # of 2 * top parts of a unit
        heights = [slope * delivered + 2 * top * constant for slope, constant in lines]
        best = max(heights, default=-1)
        chosen.append(-1 if best < 0 else len(heights) - 1 - heights[::-1].index(best))
    return chosen


def _least_carried(check: Check, loads: list[int]) -> Fraction:
    """Return how far loads of streets are carried at least, without deadheads: Smith's rule."""
    shortest: dict[int, int] = {}
    for street, long in zip(check.street, check.long, strict=True):
        shortest[street] = min(shortest.get(street, long), long)
    jobs = [(shortest[street], load) for street, load in enumerate(loads) if load > 0]
    jobs.sort(key=lambda job: Fraction(job[0], job[1]))
    way, carried = 0, Fraction(0)
    for long, load in jobs:
        carried += load * (way + Fraction(long, 2))
        way += long
    return carried


class _Walk:
    """The levels of load, from none left to all of it.

    Parameters
    ----------
    check
        The instance, with its cuts.
    prices
        The prices.
    weight
        The empty vehicle, in half levels.
    levels
        Of each street.
    line
        Tangent of each level, -1 for none.
    """

    def __init__(
        self,
        check: Check,
        prices: EnvelopePrices,
        weight: int,
        levels: list[int],
        line: list[int],
    ) -> None:
        self._check, self._weight, self._line = check, weight, line
        q, level = check.q, prices.level
        self._tail, self._head, self._long, street = (
            _array(column) for column in (check.tail, check.head, check.long, check.street)
        )
        services = np.flatnonzero(np.array(check.served, dtype=np.bool_)[street])
        self._services, street = services, street[services]
        self._levels = _array(levels)[street]
        small = services[self._levels == 0]
        self._tails = np.concatenate([self._tail, self._tail[small]])
        self._heads = np.concatenate([self._head, self._head[small]])
        self._postman = _paid(check, prices.postman)
        self._tangents = [_paid(check, tangent) for tangent in prices.tangents]
        self._times = [2 * line.count(number) for number in range(len(self._tangents))]
        of_street = {street: -weight * least for street, least in check.whole_services.items()}
        for times, least, tangent in zip(self._times, check.services, prices.tangents, strict=True):
            for number, price in least.items():
                # What is beyond whole levels makes no level fall.
                of_street[number] -= times * min(0, price + tangent.slope * (q[number] % level))
        self._prices = sum(of_street.values())
        self._price = _array([of_street[number] for number in street.tolist()])
        dearest = (weight + 2 * len(line)) * max(check.long) + max(map(abs, of_street.values()))
        for times, one in zip(
            (weight, *self._times), (self._postman, *self._tangents), strict=True
        ):
            dearest += times * sum(int(np.abs(column).max(initial=0)) for column in one[:4])
        if dearest >= _MOST // 2:  # then no sum of a cost and a step is taken for what cannot be
            raise CheckError(_TOO_LARGE)

    def cheapest(self) -> int:
        """Return what the cheapest walk costs, in half levels times units of length."""
        check, weight, services = self._check, self._weight, self._services
        tails, heads, long = (column[services] for column in (self._tail, self._head, self._long))
        paid_z = weight * self._postman.z
        paid_y = weight * self._postman.y[services] - self._price
        paid_end = np.zeros(check.nodes, dtype=np.int64)
        cost = np.full(check.nodes, _FAR)
        if check.end >= 0:
            cost[check.end] = 0
        else:
            cost = -weight * self._postman.end
        small = self._levels == 0
        rows = int(self._levels.max()) + 1
        later = np.full((rows, check.nodes), _FAR)
        for b, number in enumerate(self._line):
            if number >= 0:
                one = self._tangents[number]
                paid_z += 2 * one.z
                paid_y += 2 * one.y[services]
                paid_end += 2 * one.end
            serving = long * (weight + 2 * b - self._levels) - paid_y
            if b > 0:
                then = b - self._levels
                behind = np.where((then < 0) | small, _FAR, later[then % rows, heads])
                cost = np.full(check.nodes, _FAR)
                np.minimum.at(cost, tails, _sum(behind, serving - paid_end[heads]))
            driving = self._long * (weight + 2 * b) - paid_z
            self._stay(cost, np.concatenate([driving, serving[small]]))
            later[b % rows] = _sum(cost, paid_end)
        starts = weight * self._postman.start
        for times, one in zip(self._times, self._tangents, strict=True):
            starts = starts + times * one.start
        at = slice(None) if check.start < 0 else slice(check.start, check.start + 1)
        least = int(_sum(cost, -starts)[at].min())
        if least >= _MOST:
            raise CheckError("no walk serves all from the start to the end")
        constant = weight * self._postman.constant
        for times, one in zip(self._times, self._tangents, strict=True):
            constant += times * one.constant
        return least + constant - self._prices

    def _stay(self, cost: IntArray, own: IntArray) -> None:
        """Let the walk go to wherever it is cheaper to go on from, at one level.

        It deadheads, or serves streets of less than a level.
        """
        fell = np.ones(len(cost), dtype=np.bool_)
        for _ in range(2 * len(cost) + 2):
            steps = np.flatnonzero(fell[self._heads])
            before = cost.copy()
            behind = cost[self._heads[steps]]
            np.minimum.at(cost, self._tails[steps], _sum(behind, own[steps]))
            fell = cost < before
            if not fell.any():
                finite = cost[cost < _MOST]
                if max(finite.max(initial=0), -1 - finite.min(initial=0)) >= _MOST // 2:
                    raise CheckError(_TOO_LARGE)
                return
        raise CheckError("driving around costs less than nothing")


def _sum(costs: IntArray, others: IntArray) -> IntArray:
    """Return the sums of costs and others; what cannot be stays so."""
    return np.where(costs < _MOST, costs + others, _FAR)


def _paid(check: Check, prices: PostmanPrices | Tangent) -> _Paid:
    """Return what the multipliers of whole tours, or of beginnings, pay."""
    left = Left([0] * len(check.arcs), [0] * check.nodes)
    if isinstance(prices, Tangent):
        check.cut_ways(prices, left)
    else:
        check.cut_length(prices, left)
    of_y = [
        price + left.of_street.get(street, 0)
        for price, street in zip(left.of_y, check.street, strict=True)
    ]
    columns = (left.of_z, of_y, left.of_start.all(), left.of_end.all())
    z, y, start, end = (-_array(column) for column in columns)
    return _Paid(z, y, start, end, left.total)


def _array(values: list[int]) -> IntArray:
    """Return whole numbers of any size as an array, if none is too large for it."""
    if max(map(abs, values), default=0) >= _MOST:
        raise CheckError(_TOO_LARGE)
    return np.array(values, dtype=np.int64)
