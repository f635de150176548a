"""The cheapest plan of a tiny fleet, from the definition of the problem alone.

It shares no code with the package but the columns of an instance. Spots are those of `brute_force`,
by indices. Collecting is looked at as
delivering backwards. Of ways to be somewhere all are kept of which none is better in cost, length
and hours at once, so that limits are kept exactly.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from arcload import FREE, Instance, Turn, TurnRules, Vehicle
from arcload.model.units import METRES
from tests.brute_force import Spot
from tests.turn_ways import TurnWays

Way = tuple[float, float, float]
"""Cost, length, hours."""

_ROUNDING = 1e-9


def fleet_optimum(
    instance: Instance, rules: TurnRules | None = None, forbidden: tuple[Turn, ...] = ()
) -> float | None:
    """Return the cost of the cheapest plan that serves all; None if there is none.

    Parameters
    ----------
    instance
        The instance.
    rules, forbidden
        Rules of turns where the instance has none.
    """
    if instance.has_turns:
        rules, forbidden = instance.turn_rules, instance.forbidden_turns
    services = instance.served.tolist()
    whole = (1 << len(services)) - 1
    best = {0: 0.0}
    for vehicle in instance.vehicles:
        routes = _Routes(instance, vehicle, rules, forbidden).cheapest()
        for _ in range(len(services) if vehicle.count is None else vehicle.count):
            longer = dict(best)
            for done, cost in best.items():
                for served, more in routes.items():
                    if served and not served & done:
                        total = cost + more
                        longer[done | served] = min(longer.get(done | served, math.inf), total)
            if longer == best:
                break
            best = longer
    return best.get(whole)


class _Routes:
    """The routes of one vehicle, as a delivery."""

    def __init__(
        self,
        instance: Instance,
        vehicle: Vehicle,
        rules: TurnRules | None,
        forbidden: tuple[Turn, ...],
    ) -> None:
        self.vehicle = vehicle
        back = vehicle.mode == "collect"
        turn = -1 if back else 1
        closed = set(vehicle.closed)
        self.lengths = [
            [math.inf, math.inf] if edge in closed else pair[::turn]
            for edge, pair in zip(instance.edges, instance.lengths.tolist(), strict=True)
        ]
        self.ends = instance.ends.tolist()
        self.nodes = range(len(instance.nodes))
        if rules is None and not forbidden:
            self.ways = self._plain_ways(instance)
        else:
            self.ways = self._turn_ways(instance, rules, forbidden)
        start, end = (vehicle.start, vehicle.end)[::turn]
        index = instance.node_index
        self.start, self.end = (
            None if place is FREE else _place(index(place)) for place in (start, end)
        )
        self.places = [
            (_place(index(place.node)), place.visit_cost, place.stop_minutes / 60)
            for place in instance.places
        ]
        costs = instance.serve_costs
        self.services = [
            (edge, float(instance.demands[edge]), [0.0, 0.0])
            if costs is None
            else (edge, float(instance.demands[edge]), costs[edge].tolist()[::turn])
            for edge in instance.served.tolist()
        ]
        self.serve = _per_length(instance, vehicle.serve_speed)
        self.most = tuple(
            math.inf if limit is None else limit * (1 + _ROUNDING)
            for limit in (vehicle.max_length, vehicle.max_hours)
        )

    def cheapest(self) -> dict[int, float]:
        """Return the least cost of a route for each set of services."""
        trips = self._trips()
        cheapest: dict[int, float] = {}
        starts = [place[0] for place in self.places] if self.start is None else [self.start]
        now: dict[tuple[int, Spot], list[Way]] = {
            (0, node): [(self.vehicle.fixed_cost, 0.0, 0.0)] for node in starts
        }
        most = len(self.services)
        if self.vehicle.max_trips is not None:
            most = min(most, self.vehicle.max_trips)
        for _ in range(most):
            after: dict[tuple[int, Spot], list[Way]] = defaultdict(list)
            for (done, here), ways in now.items():
                for (served, place, there), more in trips.items():
                    if served & done:
                        continue
                    node, visit, stop = self.places[place]
                    leg = self._leg(here, node, self.vehicle.curb_weight)
                    added = _sum(_sum([leg], [(visit, 0.0, stop)]), more)
                    after[done | served, there] += self._allowed(_sum(ways, added))
            now = {key: _best(ways) for key, ways in after.items() if ways}
            for (done, here), ways in now.items():
                home = (0.0, 0.0, 0.0)
                if self.end is not None:
                    home = self._leg(here, self.end, self.vehicle.curb_weight)
                for way in self._allowed(_sum(ways, [home])):
                    cheapest[done] = min(cheapest.get(done, math.inf), way[0])
        return cheapest

    def _trips(self) -> dict[tuple[int, int, Spot], list[Way]]:
        """Return the ways from a facility to behind the last service of a set of services."""
        W, b = self.vehicle.curb_weight, self.vehicle.load_factor
        capacity = math.inf if self.vehicle.capacity is None else self.vehicle.capacity
        trips: dict[tuple[int, int, Spot], list[Way]] = defaultdict(list)
        count = len(self.services)
        for wanted in range(1, 1 << count):
            load = self._load(wanted)
            if load > capacity * (1 + _ROUNDING):
                continue
            for place, (node, _, _) in enumerate(self.places):
                now: dict[tuple[int, Spot], list[Way]] = {(0, node): [(0.0, 0.0, 0.0)]}
                for _ in range(wanted.bit_count()):
                    after: dict[tuple[int, Spot], list[Way]] = defaultdict(list)
                    for (done, here), ways in now.items():
                        left = load - self._load(done)
                        for k, (edge, demand, costs) in enumerate(self.services):
                            if not wanted >> k & 1 or done >> k & 1:
                                continue
                            for side in (0, 1):
                                d = self.lengths[edge][side]
                                leg = self._leg(here, ("enter", edge, side), W + b * left)
                                if math.isinf(d) or math.isinf(leg[1]):
                                    continue
                                cost = d * (W + b * (left - demand / 2)) + costs[side]
                                service = (cost, d, d * self.serve)
                                there: Spot = ("left", edge, side)
                                more = _sum(ways, _sum([leg], [service]))
                                after[done | 1 << k, there] += self._allowed(more)
                    now = {key: _best(ways) for key, ways in after.items() if ways}
                for (_, there), ways in now.items():
                    trips[wanted, place, there] += ways
        return trips

    def _load(self, chosen: int) -> float:
        return sum(demand for k, (_, demand, _) in enumerate(self.services) if chosen >> k & 1)

    def _leg(self, here: Spot, there: Spot, weight: float) -> Way:
        way, length, hours = self.ways(here, there)
        return (
            way * weight if way and weight else 0.0 if way < math.inf else math.inf,
            length,
            hours,
        )

    def _plain_ways(self, instance: Instance) -> Callable[[Spot, Spot], Way]:
        D = self._distances()
        drive = _per_length(instance, self.vehicle.drive_speed)

        def node(spot: Spot) -> int:
            kind, which, side = spot
            return int(which if kind == "place" else self.ends[which][side ^ (kind == "left")])

        def ways(here: Spot, there: Spot) -> Way:
            d = D[node(here)][node(there)]
            return d, d, d * drive

        return ways

    def _turn_ways(
        self, instance: Instance, rules: TurnRules | None, forbidden: tuple[Turn, ...]
    ) -> Callable[[Spot, Spot], Way]:
        """Return the ways with their turns, driven backwards where the vehicle collects."""
        speed, vehicle = self.vehicle.drive_speed, self.vehicle
        drive = None if speed is None else _per_length(instance, speed)
        brute = TurnWays(instance, rules, forbidden, vehicle.closed, drive)
        if vehicle.mode == "deliver":
            return brute.between

        def mirrored(spot: Spot) -> Spot:
            kind, which, side = spot
            other = {"enter": "left", "left": "enter"}
            return spot if kind == "place" else (other[kind], which, 1 - side)

        return lambda here, there: brute.between(mirrored(there), mirrored(here))

    def _allowed(self, ways: Iterable[Way]) -> list[Way]:
        length, hours = self.most
        return [way for way in ways if way[0] < math.inf and way[1] <= length and way[2] <= hours]

    def _distances(self) -> list[list[float]]:
        D = [[0.0 if u == v else math.inf for v in self.nodes] for u in self.nodes]
        for (tail, head), (forth, back) in zip(self.ends, self.lengths, strict=True):
            D[tail][head] = min(D[tail][head], forth)
            D[head][tail] = min(D[head][tail], back)
        for middle in self.nodes:
            for u in self.nodes:
                for v in self.nodes:
                    D[u][v] = min(D[u][v], D[u][middle] + D[middle][v])
        return D


def _place(node: int) -> Spot:
    return ("place", node, 0)


def _per_length(instance: Instance, speed: Any) -> float:
    """Return the hours per unit of length; nothing without a speed."""
    if not isinstance(speed, float):
        return 0.0
    return METRES.get(instance.length_unit, 1.0) / 1000 / speed


def _sum(ways: Iterable[Way], others: Iterable[Way]) -> list[Way]:
    several = list(others)
    return [(a + x, b + y, c + z) for a, b, c in ways for x, y, z in several]


def _best(ways: Iterable[Way]) -> list[Way]:
    """Return the ways of which no other is as good in all respects."""
    chosen: list[Way] = []
    for way in sorted(set(ways)):
        if not any(all(x <= y for x, y in zip(other, way, strict=True)) for other in chosen):
            chosen.append(way)
    return chosen
