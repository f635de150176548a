"""A tour as the search knows it."""

import numpy as np

from arcload.engine.kernels.sequence import new_work, search_space
from arcload.engine.problem import Problem
from arcload.engine.solution import Solution
from tests.examples import FOUR_EDGES


def test_a_copy_has_arrays_of_its_own() -> None:
    order, sides = np.array([1, 0]), np.array([0, 1])
    solution = Solution(3, order, sides)
    copy = solution.copy()
    order[:] = sides[:] = 7
    assert (copy.cost, copy.order.tolist(), copy.sides.tolist()) == (3.0, [1, 0], [0, 1])


def test_the_tour_of_a_kernel_is_copied() -> None:
    space = search_space(Problem.of(FOUR_EDGES))
    work = new_work(space, np.array([2, 0, 3, 1]), np.array([1, 0, 1, 0]))
    solution = Solution.of(5.0, work)
    work.order[:] = 0
    assert (solution.order.tolist(), solution.sides.tolist()) == ([2, 0, 3, 1], [1, 0, 1, 0])
