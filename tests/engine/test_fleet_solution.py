"""A plan of a fleet as the search knows it."""

import numpy as np

from arcload.engine.fleet_solution import FleetSolution

ROWS = np.array([4, 0]), np.array([2]), np.array([0]), np.array([1])


def test_a_copy_has_arrays_of_its_own() -> None:
    rows = [row.copy() for row in ROWS]
    copy = FleetSolution(7, rows[0], rows[1], rows[2], rows[3], 5).copy()
    for row in rows:
        row[:] = 9
    assert copy[0] == 7.0
    assert [row.tolist() for row in copy[1:5]] == [[4, 0], [2], [0], [1]]
    assert copy[5:] == (5.0, 0.0)


def test_what_is_left_out_counts_first_then_the_longest_route_then_the_cost() -> None:
    plans = [
        FleetSolution(cost, *ROWS, penalty=penalty, longest=longest)
        for penalty, longest, cost in ((0, 3, 9), (0, 4, 1), (0, 4, 2), (1, 0, 0))
    ]
    assert [plan.rank for plan in plans] == sorted(plan.rank for plan in plans)
