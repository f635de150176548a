"""Cut an order of streets into the trips of a fleet."""

import time as clock
from collections.abc import Iterable
from typing import Any

import numpy as np

from arcload._version import __version__
from arcload.engine.distances import count_rows
from arcload.engine.kernel_fleet import KernelFleet, fleet_bytes
from arcload.engine.kernel_notes import kernel_notes
from arcload.engine.memory import MARGIN, require_memory
from arcload.engine.search.cut_order import cut_order
from arcload.model.arguments import require, shown
from arcload.model.checker import check
from arcload.model.errors import CheckError, InputError
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.model.types import Id, IntArray


def split(
    tour: Plan | Result | Iterable[Id], instance: Instance | None = None, **fleet: Any
) -> Result:
    """Cut a tour into trips, at the least cost of all plans that keep its order.

    Where to cut, the directions, the facilities and the type of vehicle of each route are the best
    together. Capacities, closed streets, the most trips of a route and the numbers of vehicles are
    kept. Where several types have too many vehicles to try all numbers of each, the cost is the
    least found and not proven. Limits on lengths and hours are not known here: trips that break
    them are refused, and `solve` can look for others.

    Parameters
    ----------
    tour
        A tour, or a result with it; or ids of the edges to be served, in their order.
    instance
        What the plan is for; by default that of the tour.
    fleet
        What to change in it, as `Instance.replace` takes it, such as ``capacity=500``.

    Raises
    ------
    InputError
        If the trips of the order break a limit.
    """
    began = clock.perf_counter()
    plan = plan_of(tour) if isinstance(tour, Plan | Result) else None
    if instance is not None:
        require(instance, "instance", Instance)
    elif plan is None:
        raise InputError("an order is given without the instance that it serves; give both")
    else:
        instance = plan.instance
    assert instance is not None
    instance = instance.replace(**fleet) if fleet else instance
    if not instance.is_fleet:
        raise InputError("nothing says how to cut the tour", advice="give {capacity}")
    if instance.objective != "cost":
        raise InputError(
            "Split cuts at the least cost and does not balance routes",
            advice="{warm_start} of a search takes the tour, which balances them",
        )
    if plan is None and (isinstance(tour, str) or not isinstance(tour, Iterable)):
        raise InputError(f"the order is {shown(tour)}; it must name the served edges")
    count, what = count_rows(instance)
    require_memory(
        fleet_bytes(instance) + MARGIN,
        f"the distances between {count:,} {what}",
        "split the network into districts, or use a machine with more memory",
    )
    order: Any = tour if plan is None else plan.order
    problem = KernelFleet.of(instance)
    startup_seconds = clock.perf_counter() - began
    return Result(
        plan=split_order(problem, order),
        method="split",
        lower_bound=None,
        status="feasible",
        seconds=clock.perf_counter() - began - startup_seconds,
        startup_seconds=startup_seconds,
        iterations=1,
        seed=0,
        threads=1,
        version=__version__,
        notes=kernel_notes(),
    )


def split_order(problem: KernelFleet, order: Iterable[Id]) -> Plan:
    """Return the plan that `split` makes of an order; refuse it where it breaks a limit."""
    instance = problem.instance
    services = _services(instance, order)
    turn = -1 if instance.mode == "collect" else 1  # the kernels deliver, driven backwards
    solution = cut_order(services[::turn].copy(), problem.fleet)
    try:
        plan = Plan(instance, problem.plan(solution).routes[::turn])
        check(plan)
    except (CheckError, InputError) as error:
        raise InputError(
            f"the cheapest trips of this order break a limit ({error.message}); search for others"
        ) from error
    return plan


def _services(instance: Instance, order: Iterable[Id]) -> IntArray:
    """Return an order of edges as the numbers of the services; refuse what is none."""
    edges = np.array([instance.edge_index(edge) for edge in order], dtype=np.int64)
    need = (instance.demands > 0).astype(np.int64)
    times = np.bincount(edges, minlength=len(instance.edges))
    wrong = times > need if instance.allow_unserved else times != need
    for edge in np.flatnonzero(wrong)[:1]:
        needed = "must be served once" if need[edge] else "needs no service"
        raise InputError(
            f"edge {instance.edges[edge]!r} {needed}; the order has it {times[edge]} times"
        )
    return np.searchsorted(instance.served, edges)
