"""Hill climbing: heavy streets first, then pieces are reversed where that is cheaper."""

from dataclasses import dataclass

import numpy as np

from arcload import Context, MaxIterations


@dataclass(frozen=True)
class Parameters:
    """How it climbs: most streets of a piece."""

    longest: int = 10


_DEFAULT = Parameters()


def run(context: Context, parameters: Parameters = _DEFAULT) -> None:
    """Climb until it is time to stop."""
    problem = context.problem
    best = problem.solution(np.argsort(-problem.arrays.q))
    while not context.should_stop():
        context.offer(best)
        low = int(context.rng.integers(problem.size))
        high = low + int(context.rng.integers(2, parameters.longest + 1))
        order = best.order.copy()
        order[low:high] = order[low:high][::-1]
        best = min(best, problem.solution(order), key=lambda tour: tour.cost)
        context.iterations += 1


def default_limits(size: int) -> tuple[MaxIterations, ...]:
    """Return when to stop where the user gives no limit."""
    return (MaxIterations(100 * size),)
