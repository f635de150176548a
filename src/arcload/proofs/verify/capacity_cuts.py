"""A check of the cut bound of a fleet, in whole numbers and fractions.

Let y count the crossings of each arc (an edge in one direction) in a plan, g the load that is
carried along all of it, and s the demand of its edge that is served in its direction. With the
least a and b of all vehicles and the greatest capacity C, a plan costs at least

    sum of  a d y + b d (g + s / 2)  over all arcs,  and what does not depend on the crossings.

For every plan

    crossings of the border of S  >=  max(2 * least trips of the load of S, r + r mod 2),
    crossings into a node          =  crossings out of it,
    crossings of a served edge    >=  1,
    g + s <= C y   and   s <= q y  on each arc,
    g comes from a facility, and the s of an edge sum up to q.

Here r is the number of served edges in the border, the load of S is the demand of all edges with
an end in S, and all places where routes start, load or end are one node outside S. Whatever the
multipliers of these rows, their sum is a lower bound if no reduced cost of y is negative.
"""

import heapq
import math
from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from arcload.model.cut_certificate import CutCertificate
from arcload.model.errors import CheckError
from arcload.model.fleet_problem import FleetProblem, VehicleType


def check_cut_bound(problem: FleetProblem, certificate: CutCertificate) -> None:
    """Prove the bound of a certificate anew.

    Raises
    ------
    CheckError
        If less than the stated bound follows, or the certificate is none of this problem.
    """
    bound = certificate.bound
    if not isinstance(bound, float | int) or not math.isfinite(bound):
        raise CheckError(f"the bound stated is {bound!r}; it must be a finite number")
    proven = proven_bound(problem, certificate)
    if proven < Fraction(bound):
        raise CheckError(f"the bound stated is {bound!r}; the certificate proves {float(proven)!r}")


def proven_bound(problem: FleetProblem, certificate: CutCertificate) -> Fraction:
    """Return the bound that follows from the prices of a certificate, whatever it states."""
    return _Check(problem, certificate).bound()


class _Check:
    """One problem and one certificate, read as a delivery."""

    def __init__(self, problem: FleetProblem, certificate: CutCertificate) -> None:
        self.problem, self.certificate = problem, certificate
        self.types = [kind for kind in problem.types if kind.count != 0]
        if not self.types:
            raise CheckError("there is no vehicle, so there is no plan to bound")
        self.a = Fraction(min(kind.a for kind in self.types))
        self.b = Fraction(min(kind.b for kind in self.types))
        capacity = max(kind.capacity for kind in self.types)
        self.capacity = Fraction(capacity) if math.isfinite(capacity) else None
        self.served = [e for e, is_served in enumerate(problem.served.tolist()) if is_served]
        self.demand = {e: Fraction(problem.demands[e].item()) for e in self.served}
        finals = [kind.start if problem.collect else kind.end for kind in self.types]
        firsts = [kind.end if problem.collect else kind.start for kind in self.types]
        self.anywhere = -1 in finals
        self.facilities = set(problem.facilities.tolist())
        self.places = (self.facilities | set(finals) | set(firsts)) - {-1}
        self.unit = self._unit()
        self.arcs = self._arcs()
        self.load_prices = self._prices(certificate.load_prices, "load")
        self.serve_prices = self._prices(certificate.serve_prices, "serve")
        if self.capacity is None and any(self.load_prices.values()):
            raise CheckError("there are load prices, but a vehicle has no limit of load")

    def bound(self) -> Fraction:
        """Return the sum of all rows, rounded up to a cost that a plan may have."""
        total = self._of_cuts() + self._of_load() + self._besides()
        return _rounded_up(total, self._step())

    def _unit(self) -> Fraction:
        unit = self.certificate.unit
        if not isinstance(unit, float | int) or not math.isfinite(unit) or unit <= 0:
            raise CheckError(f"the unit of the prices is {unit!r}; it must be above 0")
        return Fraction(unit)

    def _arcs(self) -> dict[tuple[int, int], tuple[int, int, Fraction]]:
        """Return tail, head and length of each edge and direction that some vehicle may use."""
        arcs = {}
        for e, (u, v) in enumerate(self.problem.ends.tolist()):
            if all(kind.barred is not None and kind.barred[e] for kind in self.types):
                continue
            for side, length in enumerate(self.problem.lengths[e].tolist()):
                if math.isfinite(length):
                    # Driven backwards, a problem that collects delivers.
                    way = (u, v) if (side == 0) != self.problem.collect else (v, u)
                    arcs[e, side] = (*way, Fraction(length))
        return arcs

    def _prices(self, prices: np.ndarray, name: str) -> dict[tuple[int, int], Fraction]:
        """Return the prices of load on each arc, none of which may be negative."""
        column = _whole(prices, (len(self.problem.ends), 2), f"the {name} prices")
        if (column < 0).any():
            raise CheckError(f"a {name} price is {column.min()}; none may be below 0")
        return {(e, side): int(column[e, side]) * self.unit for e, side in self.arcs}

    def _of_cuts(self) -> Fraction:
        """Return the sum over cuts and served edges."""
        certificate = self.certificate
        if len(certificate.sets) != len(certificate.multipliers):
            raise CheckError(
                f"there are {len(certificate.sets)} sets and "
                f"{len(certificate.multipliers)} multipliers; each set needs one"
            )
        potentials = _whole(certificate.potentials, (self.problem.nodes,), "the potentials")
        paid = {arc: self._toll(arc, potentials) for arc in self.arcs}
        home = {v: -int(potentials[v]) for v in range(self.problem.nodes) if v not in self.places}
        total = 0
        for number, (nodes, multiplier) in enumerate(
            zip(certificate.sets, certificate.multipliers, strict=True), start=1
        ):
            inside = self._inside(nodes, number)
            if not isinstance(multiplier, int) or isinstance(multiplier, bool) or multiplier < 0:
                raise CheckError(
                    f"the multiplier of set {number} is {multiplier!r}; "
                    "it must be a whole number, 0 or more"
                )
            total += multiplier * self._asked(inside)
            for arc, (u, v, _) in self.arcs.items():
                if (u in inside) != (v in inside):
                    paid[arc] += multiplier
            for v in inside:
                home[v] += multiplier
        return total * self.unit + self._of_crossings(paid, home)

    def _toll(self, arc: tuple[int, int], potentials: np.ndarray) -> int:
        """Return the potential of an arc's head less that of its tail; places have 0."""
        u, v, _ = self.arcs[arc]
        up = 0 if v in self.places else int(potentials[v])
        return up - (0 if u in self.places else int(potentials[u]))

    def _of_crossings(self, paid: dict[tuple[int, int], int], home: dict[int, int]) -> Fraction:
        """Return what the crossings that services need cost beyond what is paid for."""
        if self.anywhere and any(price > 0 for price in home.values()):
            raise CheckError("a route may end anywhere, and its way home is priced above 0")
        left: dict[int, Fraction] = {}
        for (e, side), (u, v, length) in self.arcs.items():
            reduced = self.a * length - paid[e, side] * self.unit
            if self.capacity is not None:
                reduced -= self.capacity * self.load_prices[e, side]
            if e in self.demand:
                reduced -= self.demand[e] * self.serve_prices[e, side]
            if reduced < 0:
                raise CheckError(
                    f"the crossing of edge {e} from node {u} to node {v} is priced above its cost "
                    f"by {float(-reduced)!r}"
                )
            left[e] = min(left.get(e, reduced), reduced)
        return sum((left[e] for e in self.served if e in left), Fraction(0))

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
        touching = border = 0
        load = Fraction(0)
        for e in self.served:
            u, v = self.problem.ends[e].tolist()
            ends_inside = (u in inside) + (v in inside)
            if ends_inside:
                touching += 1
                load += self.demand[e]
            border += ends_inside == 1
        if touching == 0:
            return 0
        return max(2 * _least_trips(self.types, load), border + border % 2)

    def _of_load(self) -> Fraction:
        """Return the least cost of carrying all demand from facilities, with load prices."""
        if self.b == 0 and not any(self.load_prices.values()):
            return Fraction(0) if not any(self.serve_prices.values()) else self._least_serving({})
        return self._least_serving(self._distances())

    def _least_serving(self, distance: dict[int, Fraction]) -> Fraction:
        """Return the sum over services of demand * least price of bringing it there."""
        total = Fraction(0)
        for e in self.served:
            ways = [
                distance.get(u, Fraction(0))
                + self.b * length / 2
                + self.load_prices[e, side]
                + self.serve_prices[e, side]
                for side in (0, 1)
                if (e, side) in self.arcs
                for u, _, length in [self.arcs[e, side]]
            ]
            total += self.demand[e] * min(ways, default=Fraction(0))
        return total

    def _distances(self) -> dict[int, Fraction]:
        """Return the least price of bringing a unit of load to each node that it can reach."""
        leaving: dict[int, list[tuple[int, Fraction]]] = {}
        for arc, (u, v, length) in self.arcs.items():
            leaving.setdefault(u, []).append((v, self.b * length + self.load_prices[arc]))
        distance: dict[int, Fraction] = {}
        queue = [(Fraction(0), node) for node in sorted(self.facilities)]
        while queue:
            so_far, node = heapq.heappop(queue)
            if node in distance:
                continue
            distance[node] = so_far
            for other, price in leaving.get(node, []):
                if other not in distance:
                    heapq.heappush(queue, (so_far + price, other))
        return distance

    def _besides(self) -> Fraction:
        """Return what services, visits and vehicles cost at least, whatever is driven."""
        problem = self.problem
        total = Fraction(0)
        for e in self.served:
            sides = [side for side in (0, 1) if (e, side) in self.arcs] or [0, 1]
            total += min(Fraction(problem.surcharges[e, side].item()) for side in sides)
        if self.served:
            trips = _least_trips(self.types, sum(self.demand.values(), Fraction(0)))
            total += trips * min(map(Fraction, problem.visit_costs.tolist()), default=Fraction(0))
            most = max(kind.most_trips for kind in self.types)
            vehicles = math.ceil(Fraction(trips) / Fraction(most)) if math.isfinite(most) else 1
            total += vehicles * min(Fraction(kind.fixed_cost) for kind in self.types)
        return total

    def _step(self) -> Fraction:
        """Return a number of which the cost of every plan is a multiple, 0 if there is none.

        A plan's cost is a sum of a * d, of b * d * (whole multiples of demands, or half of one),
        and of the costs besides.
        """
        lengths = [length for _, _, length in self.arcs.values()]
        length = _common(lengths)
        demand = _common(self.demand.values())
        terms = [Fraction(value) for value in self.problem.surcharges[self.served].ravel().tolist()]
        terms += [Fraction(value) for value in self.problem.visit_costs.tolist()]
        for kind in self.types:
            terms += [Fraction(kind.a) * length, Fraction(kind.b) * length * demand / 2]
            terms.append(Fraction(kind.fixed_cost))
        return _common(terms)


def _least_trips(types: list[VehicleType], load: Fraction) -> int:
    """Return how few trips can carry a load, the largest first; at least one."""
    trips, left = 0, load
    for kind in sorted(types, key=lambda kind: -kind.capacity):
        if not math.isfinite(kind.capacity):
            return trips + 1
        if kind.capacity <= 0:
            break
        needed = math.ceil(left / Fraction(kind.capacity))
        there = kind.count * kind.most_trips if kind.count > 0 else math.inf
        if needed <= there:
            return max(1, trips + needed)
        trips += int(there)
        left -= int(there) * Fraction(kind.capacity)
    return max(1, trips)


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
