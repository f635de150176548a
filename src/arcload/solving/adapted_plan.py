"""A plan of one instance as the start of a search on a changed one."""

import numpy as np

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernel_fleet import KernelFleet
from arcload.engine.problem import Problem
from arcload.model.arguments import require
from arcload.model.checker import check
from arcload.model.errors import CheckError, InputError
from arcload.model.instance import Instance
from arcload.model.plan import Plan, Route, Trip
from arcload.model.result import Result, plan_of
from arcload.model.tour import Tour
from arcload.model.vehicle import Vehicle


def adapted_plan(solution: Plan | Result, instance: Instance, *, threads: int = 1) -> Plan | None:
    """Return a plan of a changed instance that is as near to the old one as it can be.

    Streets that need no service any more are left out, new ones are inserted where they cost least.
    Directions are the best for the order. Routes stay as far as capacities and limits allow; where
    that leaves streets out, or the old plan is one tour, its order is cut into trips.

    Parameters
    ----------
    solution
        A plan of another instance, or a result with it; streets are known by their ids.
    instance
        The instance to serve. The distances that this takes stay with it for a search.
    threads
        How many threads may compute them.

    Returns
    -------
    None where nothing can be taken over: no street is the same, or no plan keeps the rules.
    """
    require(solution, "plan", Plan, Result)
    require(instance, "instance", Instance)
    plan = plan_of(solution)
    served = {instance.edges[edge] for edge in instance.served.tolist()}
    if not served.intersection(plan.order):
        return None
    adapted = (
        _fleet(plan, instance, threads) if instance.is_fleet else _tour(plan, instance, threads)
    )
    try:
        if adapted is not None:
            check(adapted)
    except (CheckError, InputError):
        return None
    return adapted


def _tour(plan: Plan, instance: Instance, threads: int) -> Tour | None:
    """Return the tour of the old order, what is new inserted where it costs least."""
    from arcload.engine.kernels.direction_program import direction_program
    from arcload.engine.kernels.insertion import insert_best

    problem = Problem.of(instance, threads)
    needed = {instance.edges[edge]: edge for edge in instance.served.tolist()}
    kept = problem.order_of([needed[edge] for edge in plan.order if edge in needed])
    order = np.empty(problem.size, dtype=np.int64)
    order[: len(kept)] = kept
    new = np.setdiff1d(np.arange(problem.size), kept)
    for count, edge in enumerate(new.tolist(), start=len(kept)):
        insert_best(order, count, edge, *problem.arrays)
    cost, sides = direction_program(order, *problem.arrays)
    return problem.tour(order, sides) if cost < np.inf else None


def _fleet(plan: Plan, instance: Instance, threads: int) -> Plan | None:
    """Return the better of the old routes and the old order cut anew; None if neither will do."""
    from arcload.engine.kernels.fleet import FORBIDDEN
    from arcload.engine.search.mended_plan import mended_plan

    problem = KernelFleet.of(instance, threads)
    found = []
    if plan.instance.is_fleet:
        found.append(mended_plan(problem.fleet, *problem.arcs_of(_routes(plan, instance))))
    if not found or not found[0].serves_all:
        anew = _cut_anew(plan, problem)
        found += [] if anew is None else [anew]
    found = [one for one in found if one.cost < FORBIDDEN]
    best = min(found, key=lambda one: one.rank, default=None)
    if best is None or not (best.serves_all or instance.allow_unserved):
        return None
    return problem.plan(best)


def _cut_anew(plan: Plan, problem: KernelFleet) -> FleetSolution | None:
    """Return a plan that keeps the order of another as far as limits allow."""
    from arcload.engine.search.cut_order import cut_order
    from arcload.engine.search.mended_plan import mended_plan

    instance = problem.instance
    number = {instance.edges[edge]: k for k, edge in enumerate(instance.served.tolist())}
    services = np.array([number[edge] for edge in plan.order if edge in number], dtype=np.int64)
    turn = -1 if instance.mode == "collect" else 1  # the kernels deliver, driven backwards
    try:
        trips = cut_order(services[::turn].copy(), problem.fleet)
    except InputError:
        return None
    return mended_plan(problem.fleet, trips.arcs, trips.ends, trips.kinds)


def _routes(plan: Plan, instance: Instance) -> list[Route]:
    """Return the old routes with what is left of them in the new instance."""
    needed = {instance.edges[edge] for edge in instance.served.tolist()}
    places = [place.node for place in instance.places]
    routes = []
    for vehicle, trips in plan.routes:
        kept = []
        for trip in trips:
            services = tuple(service for service in trip.services if service.edge in needed)
            facility = vehicle.depot if trip.facility is None else trip.facility
            if services:
                kept.append(Trip(services, facility if facility in places else places[0]))
        if kept:
            routes.append(Route(_vehicle(vehicle, plan.instance, instance), tuple(kept)))
    return routes


def _vehicle(old: Vehicle, before: Instance, after: Instance) -> Vehicle:
    """Return the vehicle that takes the place of another: the same, or of its label, or place."""
    if old in after.vehicles:
        return old
    for vehicle in after.vehicles:
        if old.label and vehicle.label == old.label:
            return vehicle
    return after.vehicles[min(before.vehicles.index(old), len(after.vehicles) - 1)]
