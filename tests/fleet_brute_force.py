"""Plans of fleets priced by driving them, and the cheapest of all plans: slow and simple."""

import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, pairwise, permutations, product
from typing import TypeVar

from arcload.model.fleet_problem import FleetProblem, VehicleType
from arcload.proofs.fleets.small_plan import SmallRoute, SmallTrip

Item = TypeVar("Item")
Ways = Callable[[int, int], float]


def plan_cost(problem: FleetProblem, routes: tuple[SmallRoute, ...]) -> float | None:
    """Return what a plan costs, None if it breaks a rule."""
    return _priced(problem, routes, _pricing(problem))


def _pricing(problem: FleetProblem) -> Callable[[SmallRoute], float | None]:
    """Return what gives the cost of a route, and drives each only once."""
    ways = [_ways(problem, kind) for kind in problem.types]

    @cache
    def price(route: SmallRoute) -> float | None:
        return route_cost(problem, problem.types[route.kind], route.trips, ways[route.kind])

    return price


def _priced(
    problem: FleetProblem,
    routes: tuple[SmallRoute, ...],
    price: Callable[[SmallRoute], float | None],
) -> float | None:
    total, made = 0.0, []
    for number, kind in enumerate(problem.types):
        if 0 <= kind.count < sum(route.kind == number for route in routes):
            return None
    for route in routes:
        cost = price(route)
        if cost is None:
            return None
        total += cost
        made += [edge for trip in route.trips for edge, _ in trip.services]
    asked = [e for e in range(len(problem.ends)) if problem.served[e]]
    return total if sorted(made) == asked else None


def route_cost(
    problem: FleetProblem,
    kind: VehicleType,
    trips: tuple[SmallTrip, ...],
    shortest: Ways | None = None,
) -> float | None:
    """Return what a route costs, None if it breaks a rule."""
    shortest = shortest or _ways(problem, kind)
    if len(trips) > kind.most_trips or not trips:
        return None
    here: int = kind.start
    cost, length, time = kind.fixed_cost, 0.0, 0.0

    def drive(to: int, load: float) -> None:
        nonlocal here, cost, length, time
        if here >= 0 and to >= 0:
            way = shortest(here, to)
            cost += way * (kind.a + kind.b * load) if way < math.inf else math.inf
            length, time = length + way, time + way * kind.drive_time
        here = to if to >= 0 else here

    def visit(facility: int) -> None:
        nonlocal cost, time
        cost, time = cost + problem.visit_costs[facility], time + problem.stop_times[facility]

    for trip in trips:
        place = int(problem.facilities[trip.facility])
        demand = sum(problem.demands[e] for e, _ in trip.services)
        if demand > kind.capacity or not trip.services:
            return None
        load = 0.0
        if not problem.collect:
            drive(place, 0.0)
            visit(trip.facility)
            load = demand
        for e, side in trip.services:
            if not math.isfinite(problem.lengths[e, side]):
                return None
            if kind.barred is not None and kind.barred[e]:
                return None
            q, d = problem.demands[e], problem.lengths[e, side]
            drive(int(problem.ends[e, side]), load)
            half = load + q / 2 if problem.collect else load - q / 2
            cost += d * (kind.a + kind.b * half) + problem.surcharges[e, side]
            length, time = length + d, time + d * kind.serve_time
            load += q if problem.collect else -q
            here = int(problem.ends[e, 1 - side])
        if problem.collect:
            drive(place, load)
            visit(trip.facility)
    drive(kind.end, 0.0)
    within = length <= kind.longest + 1e-9 and time <= kind.most_time + 1e-9
    return float(cost) if within and math.isfinite(cost) else None


def _ways(problem: FleetProblem, kind: VehicleType) -> Ways:
    """Return what gives the length of a shortest way, and looks for each only once."""
    return cache(lambda start, end: shortest_way(problem, kind, start, end))


def shortest_way(problem: FleetProblem, kind: VehicleType, start: int, end: int) -> float:
    """Return the length of a shortest way."""
    best = {start: 0.0}
    for _ in range(problem.nodes):
        for e, (tail, head) in enumerate(problem.ends.tolist()):
            if kind.barred is not None and kind.barred[e]:
                continue
            for side, (u, v) in enumerate(((tail, head), (head, tail))):
                if u in best and math.isfinite(problem.lengths[e, side]):
                    way = best[u] + float(problem.lengths[e, side])
                    best[v] = min(best.get(v, way), way)
    return best.get(end, math.inf)


def every_plan(problem: FleetProblem) -> Iterator[tuple[SmallRoute, ...]]:
    """Give every plan: all orders, sides, trips, facilities, routes and types."""
    asked = [e for e in range(len(problem.ends)) if problem.served[e]]
    facilities, kinds = range(len(problem.facilities)), range(len(problem.types))
    for order in permutations(asked):
        for sides in product((0, 1), repeat=len(asked)):
            steps = list(zip(order, sides, strict=True))
            for pieces in _pieces(steps):
                for places in product(facilities, repeat=len(pieces)):
                    trips = [
                        SmallTrip(place, tuple(piece))
                        for place, piece in zip(places, pieces, strict=True)
                    ]
                    for routes in _pieces(trips):
                        for types in product(kinds, repeat=len(routes)):
                            yield tuple(
                                SmallRoute(kind, tuple(route))
                                for kind, route in zip(types, routes, strict=True)
                            )


def least_cost(problem: FleetProblem) -> float | None:
    """Return the cost of the cheapest plan, None if there is none."""
    price = _pricing(problem)
    costs = (_priced(problem, plan, price) for plan in every_plan(problem))
    return min((cost for cost in costs if cost is not None), default=None)


def _pieces(items: list[Item]) -> Iterator[list[list[Item]]]:
    """Give all ways to cut a list into pieces."""
    for cuts in range(max(1, len(items))):
        for places in combinations(range(1, len(items)), cuts):
            ends = [0, *places, len(items)]
            yield [items[a:b] for a, b in pairwise(ends)] if items else []
