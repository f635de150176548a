"""Random problems of a fleet, driven step by step and solved by trying everything."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise, permutations, product
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from arcload.engine.kernels.fleet import ANY, Fleet, FleetFacility, FleetVehicle, new_fleet
from arcload.model.types import FloatArray, IntArray

LEFT_OUT = 5000.0
Routes = Callable[[tuple[int, ...], int], list[tuple[float, float]]]


class Town(NamedTuple):
    """A problem as a user would state it: nothing of it is mirrored or flat."""

    q: FloatArray
    entry: IntArray
    length: FloatArray
    surcharge: FloatArray
    D: FloatArray
    T: FloatArray
    time: FloatArray
    vehicles: tuple[FleetVehicle, ...]
    facilities: tuple[FleetFacility, ...]
    collect: bool = False

    @property
    def fleet(self) -> Fleet:
        """The problem as the kernels take it; to collect is to deliver on the mirrored network."""
        return self.as_fleet()

    def as_fleet(self, balance: bool = False) -> Fleet:
        """Return `fleet`, with the longest route first if `balance`."""
        arrays = self._asdict()
        if arrays.pop("collect"):
            for name in ("length", "surcharge", "time"):
                arrays[name] = arrays[name][:, ::-1]
            arrays["D"], arrays["T"] = self.D.T, self.T.T
            arrays["vehicles"] = [v._replace(start=v.end, end=v.start) for v in self.vehicles]
        penalty = np.full(len(self.q), LEFT_OUT)
        return new_fleet(**arrays, penalty=penalty, balance=balance)

    def steps(self, arcs: Sequence[int]) -> list[tuple[int, int, bool]]:
        """Return a route of the kernels as it is driven: service and side, or -1 and facility.

        The last value is whether a facility is the first of a delivery, the last of a collection.
        """
        loading = 2 * len(self.q)
        flip = 1 if self.collect else 0
        steps = [
            (-1, int(arc) - loading, place == 0)
            if arc >= loading
            else (int(arc) >> 1, (int(arc) & 1) ^ flip, False)
            for place, arc in enumerate(arcs)
        ]
        return steps[::-1] if self.collect else steps

    def drive(self, arcs: Sequence[int], kind: int = 0) -> float:
        """Return the cost of a route of the kernels, driven step by step; inf if not allowed."""
        return self.driven(arcs, kind)[0]

    def driven(self, arcs: Sequence[int], kind: int = 0) -> tuple[float, float]:
        """Return the cost of a route of the kernels and its duration; inf if not allowed."""
        if len(arcs) <= 1:
            return 0.0, 0.0
        vehicle, steps = self.vehicles[kind], self.steps(arcs)
        cost, here, load = vehicle.cost, vehicle.start, 0.0
        length = time = 0.0

        def go(there: int) -> None:
            nonlocal cost, here, length, time
            cost += self.D[here, there] * (vehicle.a + vehicle.b * load)
            length += self.D[here, there]
            time += self.T[here, there]
            here = there

        for place, (k, at, first) in enumerate(steps):
            if k < 0:
                facility = self.facilities[at]
                go(facility.node)
                if facility.first_cost is None or not first:
                    cost += facility.cost
                else:
                    cost += facility.first_cost
                time += facility.first_time if first else facility.time
                load = 0.0
                if not self.collect:
                    for other, _, _ in steps[place + 1 :]:
                        if other < 0:
                            break
                        load += self.q[other]
            else:
                if np.isinf(self.length[k, at]):
                    return np.inf, np.inf
                go(int(self.entry[k, at]))
                change = self.q[k] if self.collect else -self.q[k]
                weight = vehicle.a + vehicle.b * (load + change / 2)
                cost += self.length[k, at] * weight + self.surcharge[k, at]
                length += self.length[k, at]
                time += self.time[k, at]
                load += change
                here = int(self.entry[k, 1 - at])
            if load > vehicle.capacity * (1 + 1e-9):
                return np.inf, np.inf
        go(vehicle.end)
        trips = sum(k < 0 for k, _, _ in steps)
        within = length <= vehicle.most_length * (1 + 1e-9)
        within = within and time <= vehicle.most_time * (1 + 1e-9)
        if not within or trips > vehicle.most_trips:
            return np.inf, np.inf
        return float(cost), float(time)

    def drive_all(self, arcs: Sequence[int], ends: Sequence[int], kinds: Sequence[int]) -> float:
        """Return the cost of a plan, each route driven step by step."""
        routes = [arcs[before:end] for before, end in pairwise([0, *ends])]
        served = sum(arc < 2 * len(self.q) for arc in arcs)
        cost = sum(self.drive(route, kind) for route, kind in zip(routes, kinds, strict=True))
        for y, vehicle in enumerate(self.vehicles):
            cost += np.inf if list(kinds).count(y) > vehicle.available else 0.0
        return cost + LEFT_OUT * (len(self.q) - served)

    def routes_of(self, order: Sequence[int], most_trips: int) -> Iterator[list[int]]:
        """Give all routes that serve this order: cuts, directions and facilities."""
        m = len(self.q)
        places = [2 * m + f for f in range(len(self.facilities))]
        for cuts in product((False, True), repeat=len(order) - 1):
            if sum(cuts) >= most_trips:
                continue
            for sides in product((0, 1), repeat=len(order)):
                for facilities in product(places, repeat=1 + sum(cuts)):
                    route, loads = [], iter(facilities)
                    for k, side, cut in zip(order, sides, (True, *cuts), strict=True):
                        route += [next(loads)] if cut else []
                        route.append(2 * k + side)
                    yield route

    def best_route(self, order: Sequence[int], kind: int = 0) -> float:
        """Return the least cost of a route in this order, by trying all of them."""
        most = self.vehicles[kind].most_trips
        return min(self.drive(route, kind) for route in self.routes_of(order, most))

    def best_split(self, order: Sequence[int], most: Sequence[int]) -> float:
        """Return the least cost of routes that together drive an order, by trying all of them.

        There are at most so many routes of each type.
        """
        if not len(order):
            return 0.0
        costs = (
            self.best_route(order[:n], kind)
            + self.best_split(order[n:], [*most[:kind], left - 1, *most[kind + 1 :]])
            for n in range(1, len(order) + 1)
            for kind, left in enumerate(most)
            if left > 0
        )
        return min(costs, default=np.inf)

    def best_balance(self) -> tuple[float, float]:
        """Return what is left out and the longest duration of the best balanced plan, and its cost.

        The first value is the sum of both.
        """
        routes = self.routes_by_services()
        services = [
            set_of
            for size in range(1, len(self.q) + 1)
            for set_of in combinations(range(len(self.q)), size)
        ]
        times = {
            time
            for set_of in services
            for kind in range(len(self.vehicles))
            for _, time in routes(set_of, kind)
        }
        fewest = self.best_plan(routes=routes) // LEFT_OUT
        for limit in sorted({0.0} | times - {np.inf}):
            cost = self.best_plan(limit, routes)
            if cost // LEFT_OUT == fewest:
                return limit + LEFT_OUT * fewest, cost - LEFT_OUT * fewest
        raise AssertionError("no route takes longer than the longest")

    def routes_by_services(self) -> Routes:
        """Return what gives cost and duration of every route with some services, driven once."""

        @cache
        def routes(services: tuple[int, ...], kind: int) -> list[tuple[float, float]]:
            most = self.vehicles[kind].most_trips
            orders = permutations(services)
            return [self.driven(a, kind) for order in orders for a in self.routes_of(order, most)]

        return routes

    def best_plan(self, limit: float = np.inf, routes: Routes | None = None) -> float:
        """Return the least cost of all plans, by trying all sets of services and their orders.

        No route takes longer than `limit`.
        """
        routes = routes or self.routes_by_services()

        @cache
        def route(services: tuple[int, ...], kind: int) -> float:
            allowed = limit * (1 + 1e-9)
            costs = (cost for cost, time in routes(services, kind) if time <= allowed)
            return min(costs, default=np.inf)

        @cache
        def plan(services: tuple[int, ...], available: tuple[int, ...]) -> float:
            if not services:
                return 0.0
            first, rest = services[0], services[1:]
            best = LEFT_OUT + plan(rest, available)
            for chosen in product((False, True), repeat=len(rest)):
                others = tuple(k for k, here in zip(rest, chosen, strict=True) if here)
                left = tuple(k for k, here in zip(rest, chosen, strict=True) if not here)
                for y, count in enumerate(available):
                    if count > 0:
                        fewer = (*available[:y], count - 1, *available[y + 1 :])
                        best = min(best, route((first, *others), y) + plan(left, fewer))
            return best

        return plan(tuple(range(len(self.q))), tuple(v.available for v in self.vehicles))


@st.composite
def towns(draw: st.DrawFn, max_services: int = 7, plain: bool = False) -> Town:
    """Give problems with asymmetric distances, one-way streets, loops of length 0, any load.

    Unless `plain`, with facilities, types of vehicles, and limits of all kinds.
    """
    n = draw(st.integers(2, 6))
    m = draw(st.integers(1, max_services))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    D = rng.integers(1, 30, (n, n)).astype(float)
    if draw(st.booleans()):
        D = np.minimum(D, D.T)
    np.fill_diagonal(D, 0.0)
    for via in range(n):
        D = np.minimum(D, D[:, via, None] + D[None, via])
    entry = rng.integers(0, n, (m, 2))
    length = np.stack([D[entry[:, 0], entry[:, 1]], D[entry[:, 1], entry[:, 0]]], axis=1)
    length += rng.integers(0, 2, (m, 1)) * rng.integers(0, 20, (m, 2))
    length[entry[:, 0] == entry[:, 1]] = 0.0
    one_way = (rng.random(m) < 0.25) & (entry[:, 0] != entry[:, 1])
    length[one_way, rng.integers(0, 2, m)[one_way]] = np.inf
    q = rng.integers(draw(st.integers(0, 1)), 10, m).astype(float)
    top = int(q.max())
    start = draw(st.integers(0, n - 1))
    limits = not plain and draw(st.booleans())
    vehicles = [
        FleetVehicle(
            a=draw(st.sampled_from([0.0, 1.0, 7.0])),
            b=draw(st.sampled_from([0.0, 0.25, 1.0, 3.0])),
            capacity=float(draw(st.integers(max(top, 1), max(3 * top, 1)))),
            start=start,
            end=draw(st.sampled_from([start, n - 1])),
            cost=draw(st.sampled_from([0.0, 0.0, 25.0])),
            available=ANY if plain else draw(st.sampled_from([ANY, 1, 2])),
            most_trips=1 if plain else draw(st.sampled_from([1, 2, ANY])),
            most_length=float(draw(st.integers(40, 200))) if limits else np.inf,
            most_time=float(draw(st.integers(40, 200))) if limits else np.inf,
        )
        for _ in range(1 if plain else draw(st.integers(1, 2)))
    ]
    facilities = [FleetFacility(start, first_cost=draw(st.sampled_from([None, 0.0, np.inf])))]
    if plain:
        facilities = [FleetFacility(start, cost=draw(st.sampled_from([0.0, 9.0])))]
    elif draw(st.booleans()) or facilities[0].first_cost == np.inf:
        facilities.append(
            FleetFacility(draw(st.integers(0, n - 1)), cost=5.0, time=3.0, first_time=2.0)
        )
    return Town(
        q=q,
        entry=entry,
        length=length,
        surcharge=rng.integers(0, draw(st.sampled_from([1, 9])), (m, 2)).astype(np.float64),
        D=D,
        T=D + rng.integers(0, 9, (n, n)) * (D > 0),
        time=rng.integers(0, 9, (m, 2)).astype(np.float64),
        vehicles=tuple(vehicles),
        facilities=tuple(facilities),
        collect=draw(st.booleans()),
    )
