"""Iterated local search (ILS): perturb the tour, take the best move of three operators.

Algorithm "Iterated Local Search" in the paper's Appendix F.
"""

from typing import TYPE_CHECKING

import numpy as np

from arcload.engine.context import Context
from arcload.engine.solution import Solution
from arcload.model.types import IntArray
from arcload.solving.methods._paper import (
    Each,
    LocalSearch,
    SearchParameters,
    iterations,
    random_states,
    search,
    search_memory,
    small_context,
    start,
    workers,
)

if TYPE_CHECKING:
    from arcload.engine.kernels.sequence import Space, Work


Parameters = SearchParameters
DEFAULT = Parameters()


def run(context: Context, parameters: Parameters = DEFAULT) -> None:
    """Perturb and search k_max times, always from the best tour."""
    from arcload.engine.kernels.operators import ONE_OPT, TWO_EXCHANGE, TWO_OPT, exchange_randomly
    from arcload.engine.kernels.sequence import set_tour

    best, work, space = start(context)
    operators = np.array([ONE_OPT, TWO_OPT, TWO_EXCHANGE])
    exchanges = parameters.exchanges(context.problem.size)
    how = parameters.local_search
    with workers(context, len(operators)) as each:
        for _ in iterations(context, parameters.k_max):
            set_tour(best.order, best.sides, work, space)
            state = random_states(context, 1)[0]
            cost = exchange_randomly(exchanges, best.cost, state, work, space)
            if each is map:
                cost = search(how, operators, cost, work, space, stop=context.should_stop)
            else:
                cost = _search_in_threads(context, how, operators, cost, work, space, each)
            if cost < best.cost:
                best = Solution.of(cost, work)
                context.offer_order(best.order)


def _search_in_threads(
    context: Context,
    how: LocalSearch,
    operators: IntArray,
    cost: float,
    work: "Work",
    space: "Space",
    each: Each,
) -> float:
    """Search as `search` does, an operator a thread."""
    from arcload.engine.kernels.descent import debugging
    from arcload.engine.kernels.operators import best_of, take

    rooms = [
        work._replace(rows=np.empty_like(work.rows), out=np.empty_like(work.out)) for _ in operators
    ]
    improved = True
    while improved:
        tries = len(rooms)
        moves = each(best_of, operators.tolist(), [cost] * tries, rooms, [space] * tries)
        change, kind, i, j = min(moves, key=lambda move: move[0])
        cost, improved = take(cost, change, kind, i, j, debugging(), work, space)
        if how == "single" or context.should_stop():
            break
    return cost


memory = search_memory


def warm_up(size: int) -> None:
    """Compile the kernels, those of the threads too."""
    from arcload.engine.kernels.operators import ONE_OPT

    context = small_context()
    run(context, Parameters(k_max=1))
    best, work, space = start(context)
    _search_in_threads(context, "single", np.array([ONE_OPT]), best.cost, work, space, map)
