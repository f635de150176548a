"""Variable neighbourhood search (VNS): perturb the tour, take the first operator that improves.

Algorithm "Variable Neighborhood Search" in the paper's Appendix G. It has no use for threads.
"""

import numpy as np

from arcload.engine.context import Context
from arcload.engine.solution import Solution
from arcload.solving.methods._paper import (
    SearchParameters,
    iterations,
    random_states,
    search,
    search_memory,
    small_context,
    start,
)

Parameters = SearchParameters
DEFAULT = Parameters()


def run(context: Context, parameters: Parameters = DEFAULT) -> None:
    """Perturb and search k_max times, always from the best tour."""
    from arcload.engine.kernels.operators import ONE_OPT, TWO_EXCHANGE, TWO_OPT, exchange_randomly
    from arcload.engine.kernels.sequence import set_tour

    best, work, space = start(context)
    operators = np.array([TWO_EXCHANGE, ONE_OPT, TWO_OPT])
    exchanges = parameters.exchanges(context.problem.size)
    how = parameters.local_search
    for _ in iterations(context, parameters.k_max):
        set_tour(best.order, best.sides, work, space)
        state = random_states(context, 1)[0]
        cost = exchange_randomly(exchanges, best.cost, state, work, space)
        cost = search(
            how, operators, cost, work, space, first_improving=True, stop=context.should_stop
        )
        if cost < best.cost:
            best = Solution.of(cost, work)
            context.offer_order(best.order)


memory = search_memory


def warm_up(size: int) -> None:
    """Compile the kernels."""
    run(small_context(), Parameters(k_max=1))
