"""A tour that any time allows."""

import numpy as np

from arcload.engine.problem import Problem
from arcload.engine.solution import Solution


def quick_start(problem: Problem) -> Solution | None:
    """Return a tour that is found in milliseconds; None where this finds none.

    It is the better of two path scannings: of the edges that are equally near, one takes the
    greatest demand first, the other the greatest demand per length, as Smith's rule does. On
    networks with one-way streets that start or end anywhere both can run into a dead end.
    """
    from arcload.engine.kernels.direction_program import direction_program
    from arcload.engine.kernels.path_scanning import path_scanning

    arrays = problem.arrays
    shortest = np.maximum(arrays.length.min(axis=1), np.finfo(np.float64).tiny)
    with np.errstate(over="ignore"):
        worths = (arrays.q, arrays.q / shortest)
    best = None
    for worth in worths:
        order = path_scanning(worth, arrays.entry, arrays.length, arrays.D, arrays.from_start)
        if len(order) == problem.size:
            cost, sides = direction_program(order, *arrays)
            if cost < (np.inf if best is None else best.cost):
                best = Solution(cost, order, sides)
    return best
