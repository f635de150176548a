"""A check of the cut bound of a fleet, in whole numbers and fractions.

Let y count the crossings of each arc (an edge in one direction) by all trips, from the facility
where each loads to the place where it ends. For every plan

    crossings of the border of S  >=  max(2 * least trips of the load of S, r + r mod 2),
    crossings into a node          =  crossings out of it,
    crossings of a served edge    >=  1.

Here r is the number of served edges in the border, the load of S is the demand of all edges with
an end in S, and all places where routes start, load or end are one node outside S. Each row has
a multiplier, and no crossing may be priced above its cost without load.

Without prices of services a plan costs at least the sum of the rows, with the least a and b of
all vehicles; a demand is carried at least from the nearest facility to the middle of its edge.
With them it costs at least the sum of the rows and of these prices, and the cheapest trips of
all load together at what is left of the costs: see `cheapest_trips`.
"""

import heapq
import math
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import TypeVar

import numpy as np

from arcload.model.certificate import Certificate
from arcload.model.cut_prices import CutPrices
from arcload.model.errors import CheckError
from arcload.model.fleet_problem import FleetProblem, VehicleType
from arcload.proofs.verify.cheapest_trips import TripArc, Trips, cheapest_trips

_Key = TypeVar("_Key", int, tuple[int, int])
_ROUNDING = Fraction(1, 10**9)  # relative sum of demands above a capacity that is none
_MOST_WORK = 10**8  # levels * arcs of a check of trips, some minutes


def by_capacity_cuts(problem: FleetProblem, certificate: Certificate) -> float:
    """Return the bound that follows from the prices of a certificate."""
    if not isinstance(certificate.cuts, CutPrices):
        raise CheckError("the certificate has no prices of cuts")
    return below(proven_bound(problem, certificate.cuts))


def proven_bound(
    problem: FleetProblem, prices: CutPrices, pause: Callable[[], None] = lambda: None
) -> Fraction:
    """Return the bound that follows from some prices; `pause` as in `cheapest_trips`."""
    return _Check(problem, prices).bound(pause)


def below(value: Fraction) -> float:
    """Return the greatest float that is not above a fraction."""
    near = float(value)
    return near if Fraction(near) <= value else math.nextafter(near, -math.inf)


class _Check:
    """One problem and some prices, read as a delivery."""

    def __init__(self, problem: FleetProblem, prices: CutPrices) -> None:
        self.problem, self.prices = problem, prices
        self.types = [kind for kind in problem.types if kind.count != 0]
        if not self.types:
            raise CheckError("there is no vehicle, so there is no plan to bound")
        self.a = Fraction(min(kind.a for kind in self.types))
        self.b = Fraction(min(kind.b for kind in self.types))
        self.served = [e for e, is_served in enumerate(problem.served.tolist()) if is_served]
        self.ends: dict[int, tuple[int, int]] = {
            e: (int(problem.ends[e, 0]), int(problem.ends[e, 1])) for e in self.served
        }
        self.at_node = _by_node(self.ends)
        self.demand = {e: Fraction(problem.demands[e].item()) for e in self.served}
        self.finals = [kind.start if problem.collect else kind.end for kind in self.types]
        self.firsts = [kind.end if problem.collect else kind.start for kind in self.types]
        self.facilities = set(problem.facilities.tolist())
        self.places = (self.facilities | set(self.finals) | set(self.firsts)) - {-1}
        self.unit = _above_zero(prices.unit, "the unit of the prices")
        self.arcs = self._arcs()
        self.paid: dict[tuple[int, int], int] = {}
        self.home: dict[int, int] = {}

    def bound(self, pause: Callable[[], None]) -> Fraction:
        """Return the sum of all rows, rounded up to a cost that a plan may have."""
        if any(cost < 0 for cost in self._besides()):
            raise CheckError("a visit, a service or a vehicle costs less than 0")
        rows = self._of_cuts()
        if self.prices.service_prices is None:
            total = rows + self._of_crossings() + self._of_load()
            total += self._of_services() + self._of_visits() + self._of_vehicles(self.types)
        else:
            total = rows + self._of_trips(self.prices.service_prices, pause)
        return _rounded_up(total, self._step())

    def _arcs(self) -> dict[tuple[int, int], tuple[int, int, Fraction]]:
        """Return tail, head and length of each edge and direction that some vehicle may use."""
        arcs = {}
        for e, (u, v) in enumerate(self.problem.ends.tolist()):
            if all(_is_barred(kind, e) for kind in self.types):
                continue
            for side, length in enumerate(self.problem.lengths[e].tolist()):
                if math.isfinite(length):
                    # Driven backwards, a problem that collects delivers.
                    way = (u, v) if (side == 0) != self.problem.collect else (v, u)
                    arcs[e, side] = (*way, Fraction(length))
        return arcs

    def _of_cuts(self) -> Fraction:
        """Return the sum over cuts; set what crossings and ways home pay for them."""
        prices = self.prices
        if len(prices.sets) != len(prices.multipliers):
            raise CheckError(
                f"there are {len(prices.sets)} sets and "
                f"{len(prices.multipliers)} multipliers; each set needs one"
            )
        potentials = _whole(prices.potentials, (self.problem.nodes,), "the potentials")
        self.paid = {arc: self._toll(arc, potentials) for arc in self.arcs}
        self.home = {
            v: -int(potentials[v]) for v in range(self.problem.nodes) if v not in self.places
        }
        at_node = _by_node({arc: (u, v) for arc, (u, v, _) in self.arcs.items()})
        total = 0
        for number, (nodes, multiplier) in enumerate(
            zip(prices.sets, prices.multipliers, strict=True), start=1
        ):
            inside = self._inside(nodes, number)
            if not isinstance(multiplier, int) or isinstance(multiplier, bool) or multiplier < 0:
                raise CheckError(
                    f"the multiplier of set {number} is {multiplier!r}; "
                    "it must be a whole number, 0 or more"
                )
            total += multiplier * self._asked(inside)
            for arc in {arc for node in inside for arc in at_node.get(node, ())}:
                u, v, _ = self.arcs[arc]
                if (u in inside) != (v in inside):
                    self.paid[arc] += multiplier
            for v in inside:
                self.home[v] += multiplier
        if -1 in self.finals and any(price > 0 for price in self.home.values()):
            raise CheckError("a route may end anywhere, and its way home is priced above 0")
        for arc, (u, v, length) in self.arcs.items():
            above = self.paid[arc] * self.unit - self.a * length
            if above > 0:
                raise CheckError(
                    f"the crossing of edge {arc[0]} from node {u} to node {v} is priced above its "
                    f"cost by {float(above)!r}"
                )
        return total * self.unit

    def _toll(self, arc: tuple[int, int], potentials: np.ndarray) -> int:
        """Return the potential of an arc's head less that of its tail; places have 0."""
        u, v, _ = self.arcs[arc]
        up = 0 if v in self.places else int(potentials[v])
        return up - (0 if u in self.places else int(potentials[u]))

    def _inside(self, nodes: tuple[int, ...], number: int) -> set[int]:
        inside = set(nodes)
        for node in inside:
            if not isinstance(node, int) or not 0 <= node < self.problem.nodes:
                raise CheckError(f"set {number} has a node {node!r} that is not in the network")
        if inside & self.places:
            place = min(inside & self.places)
            raise CheckError(f"node {place} of set {number} is a place where routes start or end")
        return inside

    def _asked(self, inside: set[int]) -> int:
        """Return how many crossings a set asks for."""
        touching = {e for node in inside for e in self.at_node.get(node, ())}
        if not touching:
            return 0
        load = sum((self.demand[e] for e in touching), Fraction(0))
        border = sum((u in inside) != (v in inside) for u, v in (self.ends[e] for e in touching))
        return max(2 * _least_trips(self.types, load), border + border % 2)

    def _of_crossings(self) -> Fraction:
        """Return what the crossings that services need cost beyond what is paid for."""
        left: dict[int, Fraction] = {}
        for (e, side), (_, _, length) in self.arcs.items():
            reduced = self.a * length - self.paid[e, side] * self.unit
            left[e] = min(left.get(e, reduced), reduced)
        return sum((left[e] for e in self.served if e in left), Fraction(0))

    def _of_load(self) -> Fraction:
        """Return the least cost of carrying each demand from a facility to its edge's middle."""
        if self.b == 0:
            return Fraction(0)
        distance = self._distances(self.facilities, self.arcs.values())
        total = Fraction(0)
        for e in self.served:
            ways = [
                distance.get(u, Fraction(0)) + length / 2
                for side in (0, 1)
                if (e, side) in self.arcs
                for u, _, length in [self.arcs[e, side]]
            ]
            total += self.b * self.demand[e] * min(ways, default=Fraction(0))
        return total

    def _distances(
        self, starts: Iterable[int], arcs: Iterable[tuple[int, int, Fraction]]
    ) -> dict[int, Fraction]:
        """Return the distance from the nearest of some nodes to each that can be reached."""
        leaving: dict[int, list[tuple[int, Fraction]]] = {}
        for u, v, length in arcs:
            leaving.setdefault(u, []).append((v, length))
        distance: dict[int, Fraction] = {}
        queue = [(Fraction(0), node) for node in sorted(starts)]
        while queue:
            so_far, node = heapq.heappop(queue)
            if node in distance:
                continue
            distance[node] = so_far
            for other, length in leaving.get(node, []):
                if other not in distance:
                    heapq.heappush(queue, (so_far + length, other))
        return distance

    def _besides(self) -> list[Fraction]:
        """Return all costs that are not of driving."""
        problem = self.problem
        values = [*problem.surcharges[self.served].ravel().tolist(), *problem.visit_costs.tolist()]
        return [Fraction(value) for value in [*values, *(kind.fixed_cost for kind in self.types)]]

    def _of_services(self) -> Fraction:
        """Return what services cost at least, whatever is driven."""
        total = Fraction(0)
        for e in self.served:
            sides = [side for side in (0, 1) if (e, side) in self.arcs] or [0, 1]
            total += min(Fraction(self.problem.surcharges[e, side].item()) for side in sides)
        return total

    def _of_visits(self) -> Fraction:
        """Return what visits cost at least."""
        least = min(map(Fraction, self.problem.visit_costs.tolist()), default=Fraction(0))
        return self._trips() * least

    def _trips(self) -> int:
        """Return how few trips serve everything."""
        if not self.served:
            return 0
        return _least_trips(self.types, sum(self.demand.values(), Fraction(0)))

    def _of_vehicles(self, types: list[VehicleType]) -> Fraction:
        """Return what vehicles cost at least before their first visit, if only these cost."""
        most = max(kind.most_trips for kind in self.types)
        trips = self._trips()
        vehicles = math.ceil(Fraction(trips) / Fraction(most)) if math.isfinite(most) else 1
        costs = [self._before_loading(kind) for kind in types]
        return min(trips, vehicles) * min(costs, default=Fraction(0))

    def _before_loading(self, kind: VehicleType) -> Fraction:
        """Return the cost of a vehicle and of its way to the nearest facility."""
        start = kind.end if self.problem.collect else kind.start
        arcs = [arc for (e, _), arc in self.arcs.items() if not _is_barred(kind, e)]
        way = Fraction(0)
        if start >= 0 and start not in self.facilities:
            distance = self._distances([start], arcs)
            way = min((distance[f] for f in self.facilities if f in distance), default=way)
        return Fraction(kind.fixed_cost) + Fraction(kind.a) * way

    def _of_trips(self, service_prices: np.ndarray, pause: Callable[[], None]) -> Fraction:
        """Return the sum of the prices of services and the cheapest trips at what is left."""
        level = _above_zero(self.prices.level, "the load of a level")
        column = _whole(service_prices, (len(self.problem.ends),), "the prices of services")
        prices = {e: int(column[e]) for e in self.served}
        levels = {e: math.floor(demand / level) for e, demand in self.demand.items()}
        total = sum(levels.values())
        single = all(kind.most_trips == 1 for kind in self.types)
        trips, work = [], 0
        for kind, final in zip(self.types, self.finals, strict=True):
            top = total
            if math.isfinite(kind.capacity):
                top = min(top, math.floor(Fraction(kind.capacity) * (1 + _ROUNDING) / level))
            work += top * (len(self.arcs) + total // 10)
            if work > _MOST_WORK:
                raise CheckError(
                    f"the load of a level is {float(level)!r}; a check would take too long"
                )
            trips.append(self._trips_of(kind, final, top, levels, prices, level, single))
        least = cheapest_trips(trips, total, pause) if self.served else 0
        if least is None:
            raise CheckError("no trips can carry all of the load")
        value = (sum(prices.values()) + least) * self.unit
        return value if single else value + self._of_vehicles(self.types)

    def _trips_of(
        self,
        kind: VehicleType,
        final: int,
        top: int,
        levels: dict[int, int],
        prices: dict[int, int],
        level: Fraction,
        single: bool,
    ) -> Trips:
        """Return the trips of one type of vehicle, all costs rounded down to whole units."""
        a, b, unit = Fraction(kind.a), Fraction(kind.b), self.unit
        arcs = []
        for (e, side), (u, v, length) in self.arcs.items():
            if _is_barred(kind, e):
                continue
            slope, paid = b * length * level / unit, self.paid[e, side]
            arcs.append(_trip_arc(u, v, a * length / unit, slope, paid))
            if e in prices:
                cost = length * (a + b * self.demand[e] / 2)
                cost += Fraction(self.problem.surcharges[e, side].item())
                paid += prices[e]
                arcs.append(_trip_arc(u, v, cost / unit, slope, paid, levels[e], e))
                if levels[e] == 0 and cost / unit < paid:
                    raise CheckError(
                        f"the service of edge {e}, less than a level, is priced above its cost"
                    )
        ends = dict.fromkeys(self.facilities if final < 0 else self.facilities | {final}, 0)
        if final < 0:
            ends |= {v: -price for v, price in self.home.items()}
            ends |= dict.fromkeys(self.places, 0)
        before = self._before_loading(kind) if single else Fraction(0)
        starts: dict[int, int] = {}
        facilities = zip(self.problem.facilities.tolist(), self.problem.visit_costs, strict=True)
        for node, visit in facilities:
            loading = math.floor((Fraction(visit.item()) + before) / unit)
            starts[node] = min(starts.get(node, loading), loading)
        return Trips(self.problem.nodes, top, arcs, starts, ends)

    def _step(self) -> Fraction:
        """Return a number of which the cost of every plan is a multiple, 0 if there is none.

        A plan's cost is a sum of a * d, of b * d * (whole multiples of demands, or half of one),
        and of the costs besides.
        """
        length = _common(length for _, _, length in self.arcs.values())
        demand = _common(self.demand.values())
        terms = self._besides()
        for kind in self.types:
            terms += [Fraction(kind.a) * length, Fraction(kind.b) * length * demand / 2]
        return _common(terms)


def _by_node(ends: Mapping[_Key, tuple[int, int]]) -> dict[int, list[_Key]]:
    """Return what has an end at each node."""
    at_node: dict[int, list[_Key]] = {}
    for key, pair in ends.items():
        for node in set(pair):
            at_node.setdefault(node, []).append(key)
    return at_node


def _trip_arc(
    tail: int,
    head: int,
    cost: Fraction,
    slope: Fraction,
    paid: int,
    levels: int = 0,
    edge: int = -1,
) -> TripArc:
    """Return an arc whose cost is (cost + slope * level), as whole numbers."""
    share = math.lcm(cost.denominator, slope.denominator)
    whole = int(cost * share), int(slope * share)
    return TripArc(tail, head, *whole, share, paid, levels, edge)


def _is_barred(kind: VehicleType, e: int) -> bool:
    return kind.barred is not None and bool(kind.barred[e])


def _least_trips(types: list[VehicleType], load: Fraction) -> int:
    """Return how few trips can carry a load, the largest first; at least one."""
    trips, left = 0, load
    for kind in sorted(types, key=lambda kind: -kind.capacity):
        if not math.isfinite(kind.capacity):
            return trips + 1
        if kind.capacity <= 0:
            break
        capacity = Fraction(kind.capacity) * (1 + _ROUNDING)
        needed = math.ceil(left / capacity)
        there = kind.count * kind.most_trips if kind.count > 0 else math.inf
        if needed <= there:
            return max(1, trips + needed)
        trips += int(there)
        left -= int(there) * capacity
    return max(1, trips)


def _above_zero(value: float, name: str) -> Fraction:
    if not isinstance(value, float | int) or not math.isfinite(value) or value <= 0:
        raise CheckError(f"{name} is {value!r}; it must be above 0")
    return Fraction(value)


def _whole(values: np.ndarray, shape: tuple[int, ...], name: str) -> np.ndarray:
    column = np.asarray(values)
    if column.shape != shape or not np.issubdtype(column.dtype, np.integer):
        raise CheckError(f"{name} must be {' x '.join(map(str, shape))} whole numbers")
    return column


def _common(values: Iterable[Fraction]) -> Fraction:
    """Return the greatest number of which all values are whole multiples."""
    common = Fraction(0)
    for value in values:
        top = math.gcd(common.numerator * value.denominator, value.numerator * common.denominator)
        common = Fraction(top, common.denominator * value.denominator)
    return common


def _rounded_up(value: Fraction, step: Fraction) -> Fraction:
    return value if step == 0 else math.ceil(value / step) * step
