"""Greedy construction (GHC): edges by falling length x demand, each at its best position.

Algorithm "Greedy heuristic construction" in the paper's Appendix E. The cost of a partial
sequence counts the demand of its own edges alone. The paper prices every position with a
direction program, m^3 steps in all; `insert_best` finds the same positions in m^2.
"""

import numpy as np

from arcload.engine.context import Context
from arcload.engine.fleet_context import FleetContext
from arcload.engine.introsort import falling_order
from arcload.engine.problem import Arrays
from arcload.engine.run import OverError
from arcload.engine.solution import Solution
from arcload.model.types import IntArray
from arcload.proofs.tiny import is_tiny, tiny_optimum

_MANY = 1000  # edges from which on the construction takes a time that is noticed
_SHARE = 5e-7  # seconds of search for each edge squared, of which it takes a fifth


def run(context: Context) -> None:
    """Build one tour; if time runs out, offer that of the quick start instead.

    Where that finds none, the edges left are appended as they are sorted.
    """
    from arcload.engine.kernels.direction_program import direction_program
    from arcload.engine.kernels.insertion import insert_best

    arrays = context.problem.arrays
    ranked = by_length_times_demand(arrays)
    order = np.empty(len(ranked), dtype=np.int64)
    for count, edge in enumerate(ranked):
        if context.should_stop():
            if context.over_but_for_iterations() and _offer_quick_start(context):
                return
            order[count:] = ranked[count:]
            if np.isfinite(direction_program(order, *arrays)[0]):
                break
        insert_best(order, count, edge, *arrays)
        context.iterations += 1
    cost, sides = direction_program(order, *arrays)
    tour: Solution | None = Solution(cost, order, sides)
    if not np.isfinite(cost):
        tour = _drivable(context, order)
    if tour is not None:
        context.offer(tour)


def _drivable(context: Context, order: IntArray) -> Solution | None:
    """Return a tour that can be driven, where turns keep this order from it; None if none is."""
    from arcload.engine.search.drivable_tour import drivable_tour

    if is_tiny(context.problem):
        return tiny_optimum(context.problem)
    if _offer_quick_start(context):
        return context.best
    return drivable_tour(context, order)


def build(context: Context) -> None:
    """Offer a tour to start from, if there is none yet.

    That is the tour of the greedy construction. Where the clock runs that of the quick start
    comes before it on many edges, and is all if the construction would take too much of the time.

    Its insertions are not counted as iterations, so no limit on those ends it early.

    Raises
    ------
    OverError
        If no tour is found, as turn rules may leave none.
    """
    if context.best is not None:
        return
    size, seconds = context.problem.size, context.max_seconds
    if seconds is not None and size > _MANY:
        has_tour = _offer_quick_start(context)
        if has_tour and seconds < _SHARE * size**2:
            return
    building = Context(context.problem, lambda _: context.over_but_for_iterations())
    run(building)
    if building.best is None:
        raise OverError
    context.offer(building.best)


def _offer_quick_start(context: Context) -> bool:
    """Offer the tour of the quick start; return whether there is one."""
    from arcload.engine.search.quick_start import quick_start

    solution = quick_start(context.problem)
    if solution is not None:
        context.offer(solution)
    return solution is not None


def by_length_times_demand(arrays: Arrays) -> IntArray:
    """Return the edge numbers by falling length * demand, ties as in the published program."""
    return np.array(falling_order((arrays.length.min(axis=1) * arrays.q).tolist()), dtype=np.int64)


def run_fleet(context: FleetContext) -> None:
    """Insert one street after the other where that costs least, and stop."""
    from arcload.engine.search.fleets import search_fleet

    one = context.within(lambda progress: progress.best is not None, prove=False)
    search_fleet(one, context.problem.fleet)


def warm_up_fleet(size: int) -> None:
    """Compile the kernels that fleets need."""
    from arcload.engine.search.fleets import warm_up as warm_up_kernels

    warm_up_kernels(size)


def warm_up(size: int) -> None:
    """Compile the kernels, on a single edge."""
    from arcload.engine.kernels.direction_program import direction_program
    from arcload.engine.kernels.insertion import insert_best
    from arcload.engine.kernels.path_scanning import path_scanning

    nothing, order = np.zeros(2), np.zeros(1, dtype=np.int64)
    arrays = Arrays(
        W=1.0,
        q=np.ones(1),
        entry=np.array([[0, 1]]),
        length=np.ones((1, 2)),
        D=np.ones((2, 2)),
        from_start=nothing,
        home=nothing,
    )
    insert_best(order, 0, 0, *arrays)
    direction_program(order, *arrays)
    path_scanning(arrays.q, arrays.entry, arrays.length, arrays.D, nothing)
