"""The optimum of small fleets, by dynamic programs over subsets of services.

First the cheapest way of each subset as one trip, whose load is known from what is left of it;
then as a route of trips with a facility before each; then of all services as routes of vehicles.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np

from arcload.model.fleet_problem import FleetProblem, VehicleType
from arcload.model.types import FloatArray, IntArray
from arcload.proofs.fleets.fleet_legs import Legs, TurnWays, fleet_legs
from arcload.proofs.fleets.limited_routes import LimitedRoutes
from arcload.proofs.fleets.small_plan import SmallPlan, SmallRoute, SmallTrip

MOST_SERVICES = 12
"""Up to which the optimum takes some seconds."""

MOST_LIMITED = 7
"""Up to which it does where a route's length or duration is limited."""

_ROUNDING = 1e-9  # relative sum of demands above the capacity that is none


def is_small(problem: FleetProblem) -> bool:
    """Return whether `small_optimum` is quick for a problem."""
    limited = any(np.isfinite([kind.longest, kind.most_time]).any() for kind in problem.types)
    return int(problem.served.sum()) <= (MOST_LIMITED if limited else MOST_SERVICES)


def small_optimum(
    problem: FleetProblem, turns: Sequence[TurnWays | None] | None = None
) -> SmallPlan | None:
    """Return a cheapest plan of a problem that `is_small`, None if there is no plan.

    Parameters
    ----------
    problem
        The problem.
    turns
        The ways of each type of vehicle where turns count.
    """
    if problem.collect:
        plan = small_optimum(problem.reversed(), turns)
        return None if plan is None else plan.reversed()
    turns = [None] * len(problem.types) if turns is None else turns
    tables = [
        _route_table(problem, kind, ways) for kind, ways in zip(problem.types, turns, strict=True)
    ]
    everything = (1 << int(problem.served.sum())) - 1
    best = np.full(everything + 1, np.inf)
    best[0] = 0.0
    steps: list[tuple[int, bool, IntArray]] = []
    for number, (kind, table) in enumerate(zip(problem.types, tables, strict=True)):
        again = not 0 <= kind.count < everything.bit_count()
        for _ in range(1 if again else kind.count):
            best, chosen = _more_vehicles(best, table.cost, again=again)
            steps.append((number, again, chosen))
    if not np.isfinite(best[everything]):
        return None
    left, routes = everything, []
    for number, again, chosen in reversed(steps):
        while part := int(chosen[left]):
            routes.append(SmallRoute(number, tables[number].trips(part)))
            left ^= part
            if not again:
                break
    return SmallPlan(float(best[everything]), tuple(reversed(routes)))


class _Routes(Protocol):
    """The cheapest route of one vehicle for each subset of services."""

    cost: FloatArray

    def trips(self, part: int) -> tuple[SmallTrip, ...]:
        """Return the trips of the cheapest route for a subset."""


def _route_table(problem: FleetProblem, kind: VehicleType, turns: TurnWays | None) -> _Routes:
    legs = fleet_legs(problem, kind, turns)
    if np.isfinite([kind.longest, kind.most_time]).any():
        return LimitedRoutes(legs)
    return _FreeRoutes(legs)


def _more_vehicles(
    best: FloatArray, route: FloatArray, *, again: bool
) -> tuple[FloatArray, IntArray]:
    """Return the least cost of each subset with one more vehicle or, `again`, with any number.

    With it comes what the last of them serves, 0 where none pays.
    """
    new, chosen = best.copy(), np.zeros(len(best), dtype=np.int64)
    for whole in range(1, len(best)):
        parts = _subsets(whole)
        costs = route[parts] + (new if again else best)[whole ^ parts]
        least = int(costs.argmin())
        if costs[least] < new[whole]:
            new[whole], chosen[whole] = costs[least], parts[least]
    return new, chosen


@lru_cache(maxsize=1 << MOST_SERVICES)
def _subsets(whole: int) -> IntArray:
    """Return all subsets of a set of bits, but the empty one."""
    subsets = np.zeros(1, dtype=np.int64)
    for bit in range(whole.bit_length()):
        if whole >> bit & 1:
            subsets = np.concatenate([subsets, subsets | 1 << bit])
    return subsets[1:]


class _Trips(NamedTuple):
    """The trips of each subset."""

    serving: FloatArray
    """Cost from a spot, loaded, through all services to another spot: [subset, from, to]."""
    cost: FloatArray
    """Cost from a spot, empty, by a facility, to another spot; ``inf`` above the capacity."""


class _FreeRoutes:
    """Routes without limits of length and duration.

    Parameters
    ----------
    legs
        Distances and services of one type of vehicle.
    """

    def __init__(self, legs: Legs) -> None:
        self._legs = legs
        self._trips = self._all_trips()
        sets = len(legs.load)
        self._can = np.isfinite(self._trips.cost.reshape(sets, -1).min(axis=1))
        none = np.full((sets, len(legs.D)), np.inf)
        none[0, legs.starts] = 0.0
        most = int(min(legs.kind.most_trips, legs.services))
        self._layers = [none]
        if legs.kind.most_trips >= legs.services:
            self._layers.append(self._one_more_trip(none, again=True))
        else:
            for _ in range(most):
                self._layers.append(self._one_more_trip(self._layers[-1], again=False))
        ways = [layer + legs.home for layer in self._layers[1:]]
        self._ends = np.array(ways).reshape(-1, sets, len(legs.D))
        self.cost: FloatArray = np.full(sets, np.inf)
        if ways:
            self.cost = self._ends.min(axis=(0, 2)) + legs.kind.fixed_cost
        self.cost[0] = np.inf

    def trips(self, part: int) -> tuple[SmallTrip, ...]:
        """Return the trips of the cheapest route for a subset."""
        layer, spot = divmod(int(self._ends[:, part].argmin()), len(self._legs.D))
        number, trips = layer + 1, []
        again = self._legs.kind.most_trips >= self._legs.services
        while part:
            before = self._layers[number] if again else self._layers[number - 1]
            best = (np.inf, 0, 0)
            for subset in _subsets(part).tolist():
                costs = before[part ^ subset] + self._trips.cost[subset, :, spot]
                at = int(costs.argmin())
                best = min(best, (float(costs[at]), subset, at))
            trips.append(self._trip(best[1], best[2], spot))
            part ^= best[1]
            spot, number = best[2], number if again else number - 1
        return tuple(reversed(trips))

    def _all_trips(self) -> _Trips:
        """Return the costs of all trips.

        With the load x of a subset on board, the cheapest way from u to w through all of it is

            serving[X, u, w] = min over arcs i of (a + b x) D[u, tail] + (a + b (x - q / 2)) d
                                                   + surcharge + serving[X - i, head, w].
        """
        legs, kind = self._legs, self._legs.kind
        sets, n = len(legs.load), len(legs.D)
        serving = np.full((sets, n, n), np.inf)
        np.fill_diagonal(serving[0], 0.0)
        for subset in range(1, sets):
            load = legs.load[subset]
            if load > kind.capacity * (1 + _ROUNDING):
                continue
            arcs = legs.arcs_of(subset)
            service = legs.service[arcs]
            paid = (kind.a + kind.b * (load - legs.q[service] / 2)) * legs.length[arcs]
            then = (paid + legs.surcharge[arcs])[:, None]
            then = then + serving[subset ^ 1 << service, legs.head[arcs]]
            drive = legs.drive(kind.a + kind.b * load)[:, legs.tail[arcs]]
            if len(arcs):
                serving[subset] = (drive[:, :, None] + then).min(axis=1)
        loading = legs.drive(kind.a)[:, legs.facilities] + legs.visit_costs
        cost = np.full_like(serving, np.inf)
        for subset in range(1, sets):
            from_facilities = serving[subset][legs.facilities]
            if len(legs.facilities):
                cost[subset] = (loading[:, :, None] + from_facilities).min(axis=1)
        return _Trips(serving, cost)

    def _one_more_trip(self, before: FloatArray, *, again: bool) -> FloatArray:
        """Return the least cost of each subset and last spot with a trip more, or any number."""
        after = before.copy() if again else np.full_like(before, np.inf)
        for whole in range(1, len(before)):
            parts = _subsets(whole)
            parts = parts[self._can[parts]]
            source = after if again else before
            ways = source[whole ^ parts][:, :, None] + self._trips.cost[parts]
            if len(parts):
                after[whole] = ways.min(axis=(0, 1))
        return after

    def _trip(self, subset: int, u: int, w: int) -> SmallTrip:
        """Return the cheapest trip of a subset from u to w."""
        legs, kind, serving = self._legs, self._legs.kind, self._trips.serving
        loading: FloatArray = legs.drive(kind.a)[u, legs.facilities] + legs.visit_costs
        facility = int((loading + serving[subset, legs.facilities, w]).argmin())
        here, services = int(legs.facilities[facility]), []
        while subset:
            load, best = legs.load[subset], (np.inf, 0)
            for arc in legs.arcs_of(subset).tolist():
                i = legs.service[arc]
                cost = legs.drive(kind.a + kind.b * load)[here, legs.tail[arc]]
                cost += (kind.a + kind.b * (load - legs.q[i] / 2)) * legs.length[arc]
                cost += legs.surcharge[arc] + serving[subset ^ 1 << i, legs.head[arc], w]
                best = min(best, (float(cost), arc))
            arc = best[1]
            services.append((int(legs.edge[arc]), int(legs.side[arc])))
            subset ^= 1 << int(legs.service[arc])
            here = int(legs.head[arc])
        return SmallTrip(facility, tuple(services))
