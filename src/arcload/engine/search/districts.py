"""A plan cut into districts of neighbouring routes, each a problem of its own.

Threads improve different districts at once, and the routes are put together again. Each time the
plan is cut elsewhere.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernels.fleet import ANY, Fleet
from arcload.engine.kernels.fleet_search import BEST_ROUTES, FleetSearch, new_search, start_from
from arcload.engine.kernels.route_pool import ACTIVE
from arcload.engine.run import Run
from arcload.engine.search.annealing import anneal, weigh
from arcload.model.types import BoolArray, FloatArray, IntArray

_STEPS = 2  # iterations per service before the plan is cut elsewhere


class District(NamedTuple):
    """Some services of a problem as a problem, and some routes of a plan as its plan."""

    fleet: Fleet
    services: IntArray
    """Number of each service in the whole problem."""
    arcs: IntArray
    ends: IntArray
    kinds: IntArray


class Routes(NamedTuple):
    """Routes as `set_routes` takes them."""

    arcs: IntArray
    ends: IntArray
    kinds: IntArray


def search_districts(
    run: Run[Any, FleetSolution],
    fleet: Fleet,
    plan: FleetSolution,
    temperature: Callable[[], float],
    call: Callable[..., list[Any]],
    offer: Callable[[FleetSolution], None],
    better: Callable[[FleetSolution], FleetSolution],
    meets: Callable[[], bool],
) -> None:
    """Improve a plan until the run says stop, a district in each thread.

    Parameters
    ----------
    run
        The run.
    fleet
        The problem.
    plan
        Where to start.
    temperature
        Gives the temperature.
    call
        As `listening_threads` gives it.
    offer
        Takes each plan that may be the best.
    better
        Returns a plan with better trips, or the same.
    meets
        Returns whether it is time for this.
    """
    routes, unserved = Routes(plan.arcs, plan.ends, plan.kinds), plan.unserved
    everything = np.arange(len(fleet.q))
    while not run.should_stop():
        districts = cut(routes, unserved, run.threads, run.rng, fleet)
        steps = _STEPS * len(fleet.q) // len(districts)
        shares = run.share(steps, len(districts))
        seeds = run.rng.integers(1, 2**62, len(districts)).tolist()
        heat = temperature()
        calls = zip(shares, seeds, districts, strict=True)
        chains = call(_improve, [(count, heat, seed, each) for count, seed, each in calls])
        pairs = list(zip(chains, districts, strict=True))
        best = joined([in_whole(best_routes(chain), each, fleet) for chain, each in pairs])
        routes = joined([in_whole(routes_at_hand(chain), each, fleet) for chain, each in pairs])
        unserved = np.setdiff1d(everything, routes.arcs >> 1)
        cost, penalty, _ = np.sum([chain.best for chain in chains], axis=0).tolist()
        plan = FleetSolution(cost, *best, np.setdiff1d(everything, best.arcs >> 1), penalty)
        if meets():
            plan = better(plan)
            routes, unserved = Routes(plan.arcs, plan.ends, plan.kinds), plan.unserved
        offer(plan)


def _improve(
    ended: BoolArray, count: int, temperature: float, seed: int, district: District
) -> FleetSearch:
    chain = new_search(district.fleet, seed)
    start_from(district.arcs, district.ends, district.kinds, chain, district.fleet)
    weigh(chain, district.fleet)
    anneal(ended, count, temperature, chain, district.fleet)
    return chain


def cut(
    plan: Routes, unserved: IntArray, count: int, rng: np.random.Generator, fleet: Fleet
) -> list[District]:
    """Return districts that together are the plan.

    Parameters
    ----------
    plan
        All routes.
    unserved
        The services in no route; one district takes them all.
    count
        How many districts, at most.
    rng
        Says where to cut.
    fleet
        The problem.
    """
    m, n = len(fleet.q), fleet.nodes
    D = fleet.D[: n * n].reshape(n, n)
    routes = [plan.arcs[begin:end] for begin, end in pairwise([0, *plan.ends.tolist()])]
    services = [arcs[arcs < 2 * m] >> 1 for arcs in routes]
    nodes = [fleet.enter[2 * each].astype(np.int64) for each in services]
    groups = [np.arange(len(routes))] if routes else []
    while groups and len(groups) < count:
        largest = max(groups, key=len)
        if len(largest) < 2:
            break
        # Of a random service and the one farthest from it, which is nearer?
        here = nodes[int(rng.choice(largest))][0]
        there = max((node for r in largest for node in nodes[r]), key=lambda node: D[here, node])
        nearer = D[here] - D[there]
        ranks = np.array([nearer[nodes[r]].mean() for r in largest])
        ordered = largest[np.argsort(ranks, kind="stable")]
        groups = [group for group in groups if group is not largest]
        groups += [ordered[: len(ordered) // 2], ordered[len(ordered) // 2 :]]
    spare = fleet.available - np.bincount(plan.kinds, minlength=len(fleet.a))
    lucky = int(rng.integers(max(len(groups), 1)))
    districts = []
    for number, group in enumerate(groups):
        rest = unserved if number == lucky else unserved[:0]
        inside = np.concatenate([*(services[r] for r in group), rest])
        kinds = plan.kinds[group]
        used = np.bincount(kinds, minlength=len(fleet.a)) + (spare if number == lucky else 0)
        available = np.where(fleet.available >= ANY, fleet.available, used)
        part, own = _part(inside, available, fleet)
        arcs = np.concatenate([routes[r] for r in group])
        ends = np.cumsum([len(routes[r]) for r in group])
        districts.append(District(part, inside, own[arcs], ends, kinds))
    return districts


def _part(services: IntArray, available: IntArray, fleet: Fleet) -> tuple[Fleet, IntArray]:
    """Return the problem of some services, and the number that each arc has in it."""
    m, types, size = len(fleet.q), len(fleet.a), len(services)
    places = np.arange(2 * m, fleet.arcs)
    arcs = np.concatenate([np.stack([2 * services, 2 * services + 1], axis=1).reshape(-1), places])
    own = np.full(fleet.arcs, -1, dtype=np.int64)
    own[arcs] = np.arange(len(arcs))

    def rows(table: FloatArray) -> FloatArray:
        return np.ascontiguousarray(table.reshape(types, fleet.arcs)[:, arcs]).reshape(-1)

    near = own[2 * fleet.near[services]] >> 1
    inside = near >= 0
    first = np.argsort(~inside, axis=1, kind="stable")
    width = max(1, int(inside.sum(axis=1).max(initial=0)))
    near = np.take_along_axis(near, first, axis=1)[:, :width]
    # One that has fewer near ones is near to itself, which the kernels pass over.
    near = np.where(near >= 0, near, np.arange(size)[:, None])
    part = fleet._replace(
        q=fleet.q[services],
        enter=fleet.enter[arcs],
        leave=fleet.leave[arcs],
        arcs=len(arcs),
        length=rows(fleet.length),
        surcharge=rows(fleet.surcharge),
        time=rows(fleet.time),
        available=available,
        penalty=fleet.penalty[services],
        near=np.ascontiguousarray(near),
    )
    return part, own


def routes_at_hand(search: FleetSearch) -> Routes:
    """Return the routes at which a search stands."""
    routes = search.routes
    active = routes.active[: routes.counts[ACTIVE]]
    rows = [routes.arc[routes.begin[t] :][: routes.size[t] + 1].astype(np.int64) for t in active]
    arcs = np.concatenate([np.zeros(0, dtype=np.int64), *rows])
    return Routes(arcs, np.cumsum([len(row) for row in rows], dtype=np.int64), routes.kind[active])


def best_routes(search: FleetSearch) -> Routes:
    """Return the routes of the best plan of a search."""
    count = int(search.numbers[BEST_ROUTES])
    ends = search.best_ends[:count]
    return Routes(search.best_arcs[: ends[-1] if count else 0], ends, search.best_kinds[:count])


def joined(parts: Sequence[Routes]) -> Routes:
    """Return all routes of some plans as one."""
    shifts = np.cumsum([0, *(len(part.arcs) for part in parts[:-1])])
    return Routes(
        np.concatenate([part.arcs for part in parts]),
        np.concatenate([part.ends + shift for part, shift in zip(parts, shifts, strict=True)]),
        np.concatenate([part.kinds for part in parts]),
    )


def in_whole(routes: Routes, district: District, fleet: Fleet) -> Routes:
    """Return the routes of a district by the numbers of the whole problem."""
    size, m = len(district.services), len(fleet.q)
    served = routes.arcs < 2 * size
    arcs = routes.arcs - 2 * size + 2 * m
    inside = routes.arcs[served]
    arcs[served] = 2 * district.services[inside >> 1] + (inside & 1)
    return routes._replace(arcs=arcs)
