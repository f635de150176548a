"""The optimum of small problems, by the dynamic program over subsets."""

from collections.abc import Iterator

import numpy as np

from arcload.engine.kernels.subsets import fill_subsets, trace_subsets
from arcload.engine.problem import Problem
from arcload.model.types import IntArray

_MOST_WORK = 400_000_000  # steps, about a second
_A_PIECE = 1 << 14  # sets between two looks at the clock


def subset_bytes(problem: Problem) -> int:
    """Return the memory that the table takes."""
    return 8 * len(problem.arrays.D) << problem.size


def subsets_pay(problem: Problem, memory: float) -> bool:
    """Return whether the table is quick to fill and fits into so many bytes."""
    if problem.size > 40:
        return False
    a_set = len(problem.arrays.D) ** 2 + 2 * problem.size
    return a_set << problem.size <= _MOST_WORK and subset_bytes(problem) <= memory


class Subsets:
    """The dynamic program, in pieces.

    Parameters
    ----------
    problem
        A problem for which `subsets_pay`.
    """

    order: IntArray
    """Edges of an optimal tour, once `run` is through."""
    sides: IntArray

    def __init__(self, problem: Problem) -> None:
        self.problem = problem

    def run(self) -> Iterator[None]:
        """Fill the table, yielding now and then, and trace the tour."""
        arrays = self.problem.arrays
        sets = 1 << self.problem.size
        cost = np.empty((sets, len(arrays.D)))
        for high in range(sets - 1, -1, -_A_PIECE):
            fill_subsets(
                high,
                max(0, high - _A_PIECE + 1),
                arrays.W,
                arrays.q,
                arrays.entry,
                arrays.length,
                arrays.D,
                arrays.home,
                cost,
            )
            yield
        self.order, self.sides = trace_subsets(*arrays, cost)
