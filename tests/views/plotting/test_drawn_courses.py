"""The geometry of the maps, worked by hand."""

import numpy as np
import pytest

from arcload.model.types import FloatArray
from arcload.views.plotting.drawn_courses import beside, middle


def course(*points: tuple[float, float]) -> FloatArray:
    """Return a course through these points."""
    return np.array(points, dtype=np.float64)


def test_beside_is_on_the_right_hand() -> None:
    assert beside(course((0, 0), (0, 5)), 2).tolist() == [[2, 0], [2, 5]]


def test_beside_leaves_out_repeated_points() -> None:
    moved = beside(course((0, 0), (0, 0), (0, 5)), 1)
    assert moved.tolist() == [[1, 0], [1, 5]]


def test_beside_keeps_a_course_without_extent() -> None:
    assert beside(course((3, 3), (3, 3)), 1).tolist() == [[3, 3], [3, 3]]


def test_the_middle_is_half_way_along_the_course() -> None:
    point, heading = middle(course((0, 0), (2, 0), (2, 6)))
    assert point == pytest.approx([2, 2])
    assert heading.tolist() == [0, 1]
