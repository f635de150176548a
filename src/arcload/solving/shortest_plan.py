"""The plan that is driven if nobody looks at the load: as short as the search finds.

It is for fleets, and for tours where turns count.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from arcload.engine.kernel_fleet import KernelFleet
from arcload.engine.search.best_ways import best_ways
from arcload.model.checker import check
from arcload.model.errors import CheckError, InputError
from arcload.model.fleet_rules import usable_lengths
from arcload.model.instance import Instance
from arcload.model.plan import Plan, Route, Service, Trip
from arcload.model.result import Result, plan_of
from arcload.model.tour import Tour

_LEAST_SECONDS = 1.0  # of a search for which no other effort is known
_SAME_LENGTH = 1 + 1e-12
_HINT = 1e-6  # of the cost of a unit of length: so little it may add where it only breaks ties


@dataclass(frozen=True)
class ShortestPlan:
    """A plan that is as short as the search found.

    Parameters
    ----------
    plan
        The plan; of the directions that are as short, each trip has those cheapest under load.
    exact
        Whether no plan is shorter.
    bound
        A length that no plan is below, 0 where none is known.
    """

    plan: Plan
    exact: bool
    bound: float = 0.0


def shortest_plan(solution: Plan | Result, *, time: float | None = None) -> ShortestPlan:
    """Return the plan of least length, turns included, for the same vehicles, places and limits.

    It is found by the same search with as many iterations, seed and threads, for which a unit of
    length costs the same whatever is on board. Fixed costs and those of visits and of serving
    count as before, and a unit of length as much as it does on average in the plan given. Each
    trip is then driven forwards or backwards, in the directions, and from the facilities, that are
    best under load of those that add no length. A tour stays as it is, or is driven backwards if
    that is as short and cheaper.

    Parameters
    ----------
    solution
        The plan to compare it with, or a result with it, whose effort is spent again.
    time
        Seconds to search instead.
    """
    from arcload.solving.solve import solve

    plan = plan_of(solution)
    instance = plan.instance
    blind = _blind(instance, _cost_of_length(plan))
    effort = same_effort(solution, time)
    found = solve(blind, **effort)
    ours = Plan(blind, _driven_by(blind, instance, plan.routes))
    if ours.cost < found.cost and _left_out(ours) <= _left_out(found.plan):
        found = solve(blind, **effort, warm_start=ours)
    exact = found.status == "optimal" and not _has_other_costs(instance)
    if not instance.is_fleet:
        return ShortestPlan(_better_way_round(found.plan, instance), exact)
    return ShortestPlan(_better_ways(found.plan, instance), exact)


def same_effort(solution: Plan | Result, time: float | None = None) -> dict[str, Any]:
    """Return how long and how to search, as `solve` takes it: as for a result, if there is one.

    Parameters
    ----------
    solution
        The plan, or a result with it.
    time
        Seconds to search instead.
    """
    if not isinstance(solution, Result):
        return {"time": _LEAST_SECONDS if time is None else time}
    same: dict[str, Any] = {"seed": solution.seed, "threads": solution.threads}
    if time is not None:
        return same | {"time": time}
    if solution.method == "auto" and solution.iterations:
        return same | {"iterations": solution.iterations}
    return same | {"time": max(_LEAST_SECONDS, solution.seconds)}


def _blind(instance: Instance, per_length: float) -> Instance:
    """Return the instance for which the load costs nothing.

    The vehicles get numbers for labels, so that none is taken for another one that is as long.
    """
    vehicles = tuple(
        replace(vehicle, label=str(number), curb_weight=per_length, load_factor=0.0)
        for number, vehicle in enumerate(instance.vehicles)
    )
    return instance.replace(vehicles=vehicles)


def _cost_of_length(plan: Plan) -> float:
    """Return what a unit of length costs on average, 1 where no other costs stand beside it."""
    if not _has_other_costs(plan.instance) or not plan.length:
        return 1.0
    weights = (
        crossing.length
        * (
            route.vehicle.curb_weight
            + route.vehicle.load_factor * (crossing.load_before + crossing.load_after) / 2
        )
        for route in plan.driven
        for crossing in route.walk
    )
    return sum(weights) / plan.length or 1.0


def _has_other_costs(instance: Instance) -> bool:
    return (
        instance.serve_costs is not None
        or any(place.visit_cost for place in instance.places)
        or any(vehicle.fixed_cost for vehicle in instance.vehicles)
    )


def _driven_by(to: Instance, of: Instance, routes: Sequence[Route]) -> list[Route]:
    """Return routes of one instance with the vehicles of the other, in the same order."""
    return [Route(to.vehicles[of.vehicles.index(route.vehicle)], route.trips) for route in routes]


def _left_out(plan: Plan) -> int:
    return len(plan.unserved)


def _better_way_round(blind: Plan, instance: Instance) -> Tour:
    """Return a tour as an instance prices it; backwards if that is as short and cheaper.

    Parameters
    ----------
    blind
        The tour, whose cost is its length with all turns.
    instance
        The instance for which the load counts.
    """
    tour = Tour(instance, blind.order, blind.directions)
    turned = [_backwards(blind.instance, route) for route in blind.routes]
    try:
        back = Plan(blind.instance, turned)
        if back.cost > blind.cost * _SAME_LENGTH:
            return tour
    except InputError:  # no way leads back
        return tour
    other = Tour(instance, back.order, back.directions)
    return other if other.cost < tour.cost else tour


def _better_ways(blind: Plan, instance: Instance) -> Plan:
    """Return a plan as a fleet prices it, in the cheapest of its directions that are as short.

    Parameters
    ----------
    blind
        The plan, whose cost is its length with all turns, and other costs.
    instance
        The instance for which the load counts.
    """
    plan = Plan(instance, _driven_by(instance, blind.instance, blind.routes))
    if not plan.routes:
        return plan
    better = _redirected(plan, KernelFleet.of(_hinted(blind.instance, instance)))
    again = Plan(blind.instance, _driven_by(blind.instance, instance, better.routes))
    return better if again.cost <= blind.cost * _SAME_LENGTH else plan


def _hinted(blind: Instance, instance: Instance) -> Instance:
    """Return the blind instance with so little of the true weights that they only break ties."""
    pairs = list(zip(blind.vehicles, instance.vehicles, strict=True))
    share = _HINT * min(
        own.curb_weight / (true.curb_weight + true.load_factor * instance.total_demand)
        for own, true in pairs
    )
    vehicles = tuple(
        replace(
            own,
            curb_weight=own.curb_weight + share * true.curb_weight,
            load_factor=share * true.load_factor,
        )
        for own, true in pairs
    )
    return blind.replace(vehicles=vehicles)


def under_load(plan: Plan) -> Plan:
    """Return a plan in the directions that are cheapest under load, its orders unchanged.

    Every route's trips are driven as they are, or each of them backwards if that is cheaper.
    """
    return _redirected(plan, KernelFleet.of(plan.instance))


def _redirected(plan: Plan, problem: KernelFleet) -> Plan:
    """Return a plan in the directions, forwards or backwards, that are the best for a problem.

    If these are not cheaper for the plan's own instance, it stays as it is.
    """
    own = replace(problem, instance=plan.instance)
    arcs, ends, kinds = own.arcs_of(plan.routes)
    turned, *_ = own.arcs_of(_backwards(plan.instance, route) for route in plan.routes)
    better = own.plan(best_ways(problem.fleet, [arcs, turned], ends, kinds))
    return better if better.cost < plan.cost and _is_allowed(better) else plan


def _backwards(instance: Instance, route: Route) -> Route:
    """Return a route that serves the same in each trip the other way round, where it may."""
    allowed = np.isfinite(usable_lengths(instance, route.vehicle))

    def turned(service: Service) -> Service:
        other = 3 - service.direction
        can = allowed[instance.edge_index(service.edge), other - 1]
        return Service(service.edge, other) if can else service

    return Route(
        route.vehicle,
        tuple(Trip(tuple(map(turned, services[::-1])), place) for services, place in route.trips),
    )


def _is_allowed(plan: Plan) -> bool:
    """Return whether a plan keeps all limits as the check counts."""
    try:
        check(plan)
    except CheckError:
        return False
    return True
