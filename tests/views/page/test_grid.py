"""Points of a map as whole numbers."""

import numpy as np

from arcload.views.page.grid import Grid


def test_the_longer_side_has_all_steps_and_y_is_downwards() -> None:
    grid = Grid([np.array([[10.0, 5.0], [30.0, 15.0]])])
    assert grid.size == [100_000, 50_000]
    assert grid.whole(np.array([[10.0, 15.0], [30.0, 5.0]])) == [[0, 0], [100_000, 50_000]]
    assert (grid.left, grid.top) == (10, 15)


def test_courses_are_a_point_and_the_steps_from_it() -> None:
    lines = [
        np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 0.0], [1.0, 1.0]]),
        np.array([[1.0, 1.0], [1.0, 1.0]]),
        np.array([[1.0, 0.0], [0.0, 0.0]]),
    ]
    n = 100_000
    assert Grid(lines).steps(lines) == [[0, n, n, 0, 0, -n], [n, 0, 0, 0], [n, n, -n, 0]]


def test_nothing_has_no_steps() -> None:
    assert Grid([]).steps([]) == []
