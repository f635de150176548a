"""Path scanning against its definition."""

import numpy as np
from hypothesis import given

import arcload
from arcload.engine.kernels.path_scanning import path_scanning
from arcload.engine.problem import Problem
from tests.strategies import instances


def by_definition(worth: np.ndarray, problem: Problem) -> list[int]:
    """Return the order by a look at every edge before each step."""
    arrays = problem.arrays
    left = {
        (k, side)
        for k in range(problem.size)
        for side in range(2)
        if np.isfinite(arrays.length[k, side])
    }
    order: list[int] = []
    away = arrays.from_start
    while left:
        reach = {drive: away[arrays.entry[drive]] for drive in left}
        if not np.isfinite(min(reach.values())):
            break
        k, side = min(
            left, key=lambda d: (reach[d], arrays.entry[d], -worth[d[0]], 2 * d[0] + d[1])
        )
        order.append(k)
        left -= {(k, 0), (k, 1)}
        here = int(arrays.entry[k, 1 - side])
        away = arrays.D[here].copy()
        away[here] = -1.0  # where the vehicle is comes before a node at no distance
    return order


@given(instances())
def test_the_next_edge_is_always_the_nearest(instance: arcload.Instance) -> None:
    problem = Problem.of(instance)
    arrays = problem.arrays
    for worth in (arrays.q, np.zeros(problem.size)):
        order = path_scanning(worth, arrays.entry, arrays.length, arrays.D, arrays.from_start)
        assert order.tolist() == by_definition(worth, problem)
