"""A search for the plan of a fleet, and what is said where there is none."""

import inspect
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from arcload.engine.fleet_context import FleetContext
from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernel_fleet import KernelFleet
from arcload.engine.run import OverError
from arcload.engine.stop import AnyOf, MaxIterations, MaxTime
from arcload.model.errors import InputError, counted
from arcload.model.plan import Plan
from arcload.model.result import Result
from arcload.model.types import FloatArray, IntArray
from arcload.model.units import percent
from arcload.solving.least_routes import least_routes
from arcload.solving.methods.registry import Method

_MOST_SECONDS = 10.0  # of a second search, for how many vehicles would do
_LIMITS = ("max_hours", "max_length", "max_trips")
_STEPS = 1000  # iterations of it per street


def require_fleets(method: Method, parameters: Mapping[str, Any]) -> None:
    """Refuse a method that makes one tour, and parameters that are for tours."""
    if method.run_fleet is None:
        raise InputError(
            f"{method.name} makes one tour, and the instance asks for trips of a fleet",
            advice="{method='auto'} does that; {capacity=inf} asks for one tour",
        )
    takes = inspect.signature(method.run_fleet).parameters
    if parameters and "parameters" not in takes:
        name = next(iter(parameters))
        raise InputError(f"the parameter {name!r} of {method.name} is for one tour, not for fleets")


def search_plan(
    context: FleetContext,
    method: Method,
    settings: Mapping[str, Any],
    warm_start: Plan | Result | None,
) -> None:
    """Look for the plan of a fleet until the context says stop.

    Parameters
    ----------
    context
        The run.
    method, settings
        How to search, and the keywords that hold its parameters, if any are given.
    warm_start
        A plan to start from.

    Raises
    ------
    InputError
        If streets stay without service and that is not allowed.
    """
    if context.problem.size == 0:
        nothing = np.empty(0, dtype=np.int64)
        context.offer(FleetSolution(0.0, nothing, nothing, nothing, nothing))
        return
    if warm_start is not None:
        _start_from(warm_start, context)
    assert method.run_fleet is not None
    with suppress(OverError):
        method.run_fleet(context, **settings)
    best = context.best
    if best is not None and len(best.unserved) and not context.problem.instance.allow_unserved:
        raise _too_few(context, best)


def _too_few(context: FleetContext, best: FleetSolution) -> InputError:
    """Return the error that says how much the vehicles cannot serve, and how many would do."""
    instance = context.problem.instance
    left = instance.served[best.unserved]
    share = percent(float(instance.demands[left].sum()) / instance.total_demand)
    reason = (
        f"the vehicles cannot serve all: {counted(len(left), 'street')} with {share} of the demand "
        f"{'is' if len(left) == 1 else 'are'} left, the first is {instance.streets.label(left[0])}"
    )
    leave_out = "{allow_unserved=True} leaves them out"
    if context.interrupted:
        return InputError(reason, advice=leave_out)
    used = _least_vehicles(context)
    if used is None:
        limits = [name for name in _LIMITS if any(getattr(v, name) for v in instance.vehicles)]
        more = f"raise {{{'} or {'.join(limits)}}}, or " if limits else ""
        return InputError(
            f"{reason}; a search with any number of vehicles leaves some, too",
            advice=more + leave_out,
        )
    if (used <= context.problem.fleet.available).all():
        return InputError(
            f"{reason}, though another search served all", advice=f"search longer, or {leave_out}"
        )
    if len(used) == 1:
        number = int(used[0])
        return InputError(
            f"{reason}; a search without that limit took {counted(number, 'vehicle')}",
            advice=f"give {{count={number}}}, or {leave_out}",
        )
    which = ", ".join(
        f"{number} of {vehicle.label or f'type {position}'}"
        for position, (number, vehicle) in enumerate(
            zip(used.tolist(), instance.vehicles, strict=True), start=1
        )
    )
    return InputError(
        f"{reason}; a search without limits on their number took {which}",
        advice=f"raise {{count}}, or {leave_out}",
    )


def _least_vehicles(context: FleetContext) -> IntArray | None:
    """Return how many vehicles of each type serve all, as few as a short search finds.

    None where it finds no plan that serves all.
    """
    from arcload.engine.kernels.fleet import ANY
    from arcload.engine.search.fleets import search_fleet

    fleet = context.problem.fleet
    dear = 100.0 * context.problem.size * max(1.0, _mean_cost(context))
    free = fleet._replace(
        available=np.full_like(fleet.available, ANY), cost=np.full_like(fleet.cost, dear)
    )
    seconds = min(_MOST_SECONDS, max(1.0, context.seconds))
    problem = KernelFleet(context.problem.instance, free)
    steps = MaxIterations(_STEPS * (1 + context.problem.size))
    stop = AnyOf(MaxTime(seconds), steps, lambda _: context.interrupted)
    run = FleetContext(problem, stop, threads=context.threads, prove=False)
    search_fleet(run, free)
    assert run.best is not None
    if len(run.best.unserved):
        return None
    return np.bincount(run.best.kinds, minlength=len(fleet.a))


def _mean_cost(context: FleetContext) -> float:
    assert context.best is not None
    return context.best.cost / max(1, context.problem.size - len(context.best.unserved))


def _start_from(given: Plan | Result, context: FleetContext) -> None:
    """Offer a plan that the user gave, its directions made the best; one tour is cut into trips."""
    from arcload.solving.split import split_order

    plan = given.plan if isinstance(given, Result) else given
    if plan.instance.is_fleet:
        plan = Plan(context.problem.instance, plan.routes)
    else:
        plan = split_order(context.problem, plan.order)
    context.offer_plan(plan)


def require_routes(problem: KernelFleet, threads: int = 1) -> None:
    """Refuse limits that every route with some street breaks; say what would do."""
    fleet, instance = problem.fleet, problem.instance
    for measure, unit in (("length", instance.length_unit), ("hours", "")):
        most = fleet.most_length if measure == "length" else fleet.most_time
        if not np.isfinite(most).any():
            continue
        alone = _alone(problem, measure)
        above = (alone > most[:, None]).all(axis=0)
        if above.any():  # a street between may still save turns, or be served faster than driven
            above &= (least_routes(instance, measure, threads) > most[:, None]).all(axis=0)
        if not above.any():
            continue
        street = int(np.argmax(np.where(above, alone.min(axis=0), -1.0)))
        need = f"{alone[:, street].min():.6g} {unit}".rstrip()
        label = instance.streets.label(int(instance.served[street]))
        others = counted(int(above.sum()), "street")
        raise InputError(
            f"edge {label} alone takes a route of {measure} {need}, above the most of every "
            f"vehicle; {others} in all need more",
            advice=f"give {{max_{measure}}} of {need} or more",
            edge=int(instance.served[street]),
        )


def _alone(problem: KernelFleet, measure: str) -> FloatArray:
    """Return per type and service the least of a route of one trip that serves it alone."""
    from arcload.engine.kernels.fleet import BIG

    fleet, m, n = problem.fleet, problem.size, problem.fleet.nodes
    facilities = fleet.arcs - 2 * m
    alone = np.full((len(fleet.a), m), np.inf)
    for y in range(len(fleet.a)):
        at = slice(fleet.matrix[y], fleet.matrix[y] + n * n)
        ways = fleet.D[at]
        if measure == "length":
            legs = ways - fleet.X[at] if len(fleet.X) else ways
        else:
            legs = fleet.T[at]
        D = np.where(ways < BIG, legs, np.inf).reshape(n, n)
        table = fleet.length if measure == "length" else fleet.time
        first = fleet.first_length if measure == "length" else fleet.first_time
        own = table[y * fleet.arcs :][: 2 * m]
        lengths = fleet.length[y * fleet.arcs :][: 2 * m]
        places = fleet.enter[2 * m : 2 * m + facilities]
        to = first[y * facilities :][:facilities, None] + D[places][:, fleet.enter[: 2 * m]]
        way = to.min(axis=0) + own + D[fleet.leave[: 2 * m], fleet.end[y]]
        way = np.where(lengths < BIG, way, np.inf)
        alone[y] = way.reshape(m, 2).min(axis=1)
    return alone
