"""What is said where turn rules leave no tour."""

import numpy as np

from arcload.engine.problem import Problem
from arcload.model.errors import InputError
from arcload.model.types import BoolArray

_ADVICE = "allow more turns, or leave one of them out"


def no_tour(problem: Problem) -> InputError:
    """Return the error for a problem of which no tour was found that keeps the turn rules.

    It names streets that the rules keep apart, if there are any.
    """
    instance, arrays = problem.instance, problem.arrays
    usable = np.isfinite(arrays.length)
    streets = instance.streets
    apart = ~_is_way(problem, usable)
    apart &= apart.T
    np.fill_diagonal(apart, False)
    for one, other in np.argwhere(apart)[:1].tolist():
        first, second = (streets.label(int(instance.served[k])) for k in (one, other))
        return InputError(
            f"edges {first} and {second} cannot both be served: no way that keeps the turn rules "
            f"leads from one to the other; {_ADVICE}",
            edge=int(instance.served[one]),
        )
    return InputError(
        "no order of the streets was found in which a way that keeps the turn rules leads from "
        f"each to the next; {_ADVICE}"
    )


def _is_way(problem: Problem, usable: BoolArray) -> BoolArray:
    """Return whether a way leads from each served edge, on any side, to each other."""
    size = problem.size
    way = np.zeros((size, size), dtype=np.bool_)
    for side in range(2):
        leave = problem.arrays.entry[:, 1 - side]
        for other in range(2):
            ways = np.isfinite(problem.arrays.D[np.ix_(leave, problem.arrays.entry[:, other])])
            way |= ways & usable[:, side, None] & usable[:, other]
    return way
