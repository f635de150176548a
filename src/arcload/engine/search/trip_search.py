"""The search of single tours, for what is inside the trips of a plan."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernels.chain import new_chain, run_chain
from arcload.engine.kernels.descent import debugging
from arcload.engine.kernels.fleet import Fleet
from arcload.engine.kernels.sequence import Space
from arcload.engine.search.best_plan import redirected
from arcload.model.types import BoolArray, FloatArray, IntArray

KICKS = 5
"""Times that a trip is kicked and mended, per service."""

_WINDOW, _LONGEST = 60, 50  # positions that a move may reach, and services that a kick may move
_PATIENCE = 4  # iterations per service without improvement after which a chain starts again
_FEWEST = 3  # services; fewer are in their best order already


def search_trips(
    plan: FleetSolution, fleet: Fleet, seeds: list[int], call: Callable[..., list[Any]]
) -> FleetSolution:
    """Return a plan with each trip as cheap as the search of single tours makes it.

    Which trip serves what, and where it loads, stays as it is. So does the plan if nothing is won.

    Parameters
    ----------
    plan
        The plan.
    fleet
        The problem.
    seeds
        A seed per thread.
    call
        As `listening_threads` gives it.
    """
    loadings = np.flatnonzero(plan.arcs >= 2 * len(fleet.q))
    borders = [*loadings.tolist(), len(plan.arcs)]
    route = np.searchsorted(plan.ends, loadings, side="right").tolist()
    trips = []
    for (begin, end), number in zip(pairwise(borders), route, strict=True):
        kind = int(plan.kinds[number])
        last = end == plan.ends[number]
        goal = int(fleet.end[kind] if last else fleet.enter[plan.arcs[end]])
        if end - begin > _FEWEST:
            trips.append((begin, end, kind, goal))
    arcs = plan.arcs.copy()
    shares = [trips[first :: len(seeds)] for first in range(len(seeds))]
    pairs = zip(shares, seeds, strict=True)
    call(_search_some, [(some, seed, arcs, fleet) for some, seed in pairs])
    found = redirected(fleet, arcs, plan.ends, plan.kinds)
    return found if found.rank < plan.rank else plan


def warm_up_trips(fleet: Fleet) -> None:
    """Compile what searches a trip, on the first two services of a problem."""
    arcs = np.array([2 * len(fleet.q), 0, 2])
    ended = np.ones(1, dtype=np.bool_)
    _search_some(ended, [(0, 3, 0, int(fleet.end[0]))], 1, arcs, fleet)


def _search_some(
    ended: BoolArray,
    trips: list[tuple[int, int, int, int]],
    seed: int,
    arcs: IntArray,
    fleet: Fleet,
) -> None:
    """Search some trips, given by first and last position, type and goal; change their arcs."""
    for begin, end, kind, goal in trips:
        trip = arcs[begin + 1 : end]
        services = trip >> 1
        space = _space(int(fleet.leave[arcs[begin]]), services, kind, goal, fleet)
        m = len(services)
        chain = new_chain(space, np.arange(m), trip & 1, seed)
        near = np.empty((m, 0), dtype=np.int64)  # the window reaches everything
        how = (_WINDOW, near, _LONGEST, 0, 0, _PATIENCE * m, 0.0, debugging())
        run_chain(ended, KICKS * m, *how, chain, space)
        better = 2 * services[chain.best_order] + chain.best_sides
        place = arcs[begin : begin + 1]
        if not fleet.limited or _is_within(
            *(_measures(np.append(place, each), kind, goal, fleet) for each in (better, trip))
        ):
            arcs[begin + 1 : end] = better


def _is_within(new: FloatArray, old: FloatArray) -> bool:
    return bool((new <= old).all())


def _measures(arcs: IntArray, kind: int, goal: int, fleet: Fleet) -> FloatArray:
    """Return length and duration of a trip from its loading to its goal."""
    legs = fleet.matrix[kind] + fleet.leave[arcs] * np.int64(fleet.nodes)
    legs += np.append(fleet.enter[arcs[1:]], goal)
    own = kind * fleet.arcs + arcs[1:]
    duration = fleet.time[own].sum() + (fleet.T[legs].sum() if len(fleet.T) else 0.0)
    length = fleet.D[legs].sum() - (fleet.X[legs].sum() if len(fleet.X) else 0.0)
    return np.array([length + fleet.length[own].sum(), duration])


def _space(start: int, services: IntArray, kind: int, goal: int, fleet: Fleet) -> Space:
    """Return one trip as the search of single tours takes it."""
    m, n, at = len(services), fleet.nodes, int(fleet.matrix[kind])
    both = np.stack([2 * services, 2 * services + 1], axis=1)
    nodes = np.append(fleet.enter[both].astype(np.int64).reshape(-1), (start, goal))
    D = np.ascontiguousarray(fleet.D[at : at + n * n].reshape(n, n)[np.ix_(nodes, nodes)])
    W = float(fleet.a[kind])
    return Space(
        W=W,
        q=fleet.b[kind] * fleet.q[services],
        entry=np.arange(2 * m).reshape(m, 2),
        length=np.ascontiguousarray(fleet.length[kind * fleet.arcs + both]),
        D=D,
        DT=np.ascontiguousarray(D.T),
        from_start=D[2 * m].copy(),
        home=W * D[:, 2 * m + 1],
        start=2 * m,
        end=2 * m + 1,
    )
