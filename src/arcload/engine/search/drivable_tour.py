"""A first tour where turns leave few orders that can be driven."""

import numpy as np

from arcload.engine.context import Context
from arcload.engine.solution import Solution
from arcload.model.types import IntArray

_ROUNDS = 20  # of as many iterations as there are edges, and some more
_FEW = 50


def drivable_tour(context: Context, order: IntArray) -> Solution | None:
    """Return a tour that can be driven; None where the search finds none.

    In the search what is not allowed is very long. So it comes first to orders with fewer and fewer
    such ways.

    Parameters
    ----------
    context
        The run.
    order
        An order that cannot be driven.
    """
    from arcload.engine.kernels.chain import new_chain, run_chain
    from arcload.engine.kernels.direction_program import direction_program
    from arcload.engine.kernels.sequence import search_space

    problem = context.problem
    size = problem.size
    if size < 2:
        return None
    space = search_space(problem, context.pause)
    sides = np.argmin(problem.arrays.length, axis=1)[order]
    chain = new_chain(space, order, sides, int(context.rng.integers(1, 2**62)))
    near, ended = np.empty((size, 0), dtype=np.int64), np.zeros(1, dtype=np.bool_)
    for _ in range(_ROUNDS):
        context.pause()
        # Beside very long ways predicted costs are rough: they are not held against the cost.
        run_chain(ended, size + _FEW, size, near, size, 0, 0, size, 0.0, False, chain, space)
        cost, sides = direction_program(chain.best_order, *problem.arrays)
        if np.isfinite(cost):
            return Solution(cost, chain.best_order, sides)
    return None
