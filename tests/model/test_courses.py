"""Where streets run."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings

from arcload import Edge, InputError, Instance, Tour
from arcload.model.courses import Courses, has_shape, steps
from tests.strategies import instances


def _place(*edges: Edge, **fields: object) -> Instance:
    points = {"a": (0.0, 0.0), "b": (3.0, 4.0)}
    return Instance.from_edges(edges, depot="a", coordinates=points, **fields)  # type: ignore[arg-type]


def test_a_street_without_a_shape_is_straight_and_is_driven_both_ways() -> None:
    place = _place(Edge("a", "b", 5, 1))
    there, back = Tour(place, (1,), (1,)).walk
    assert Courses(place).of(there).tolist() == [[0, 0], [3, 4]]
    assert Courses(place).of(back).tolist() == [[3, 4], [0, 0]]


def test_a_shape_is_followed_from_where_the_crossing_starts() -> None:
    shape = ((0.0, 0.0), (3.0, 0.0), (3.0, 4.0))
    place = _place(Edge("a", "b", 7, 1, shape=shape))
    _, back = Tour(place, (1,), (1,)).walk
    assert Courses(place).of(back).tolist() == [[3, 4], [3, 0], [0, 0]]


@pytest.mark.parametrize("geographic", [False, True])
def test_a_loop_is_a_circle_as_long_as_the_street(geographic: bool) -> None:
    place = _place(
        Edge("a", "a", 300, 1), Edge("a", "b", 5, 0), geographic=geographic, length_unit="m"
    )
    points = Courses(place).along(0)
    assert points[0].tolist() == points[-1].tolist() == [0, 0]
    assert np.hypot(*steps(points, geographic).T).sum() == pytest.approx(300, rel=0.005)


def test_a_shape_with_a_point_that_is_no_number_is_refused() -> None:
    place = _place(Edge("a", "b", 5, 1, shape=((0.0, 0.0), (math.nan, 1.0))))
    with pytest.raises(InputError, match="edge 1 has a shape with a point that is no number"):
        Courses(place).along(0)
    with pytest.raises(InputError, match="edge 1 has a shape with a point that is no number"):
        Courses(place).all()


@settings(max_examples=50)
@given(instances())
def test_all_courses_are_those_of_each_edge(place: Instance) -> None:
    assume(place.coordinates is not None)
    try:
        one_by_one = [Courses(place).along(edge).tolist() for edge in range(len(place.edges))]
    except InputError:  # a shape or a circle that is not on earth
        assume(False)
    assert [course.tolist() for course in Courses(place).all()] == one_by_one
    for edge, course in enumerate(Courses(place).all(loops=False)):
        if place.ends[edge, 0] != place.ends[edge, 1] or has_shape(place, edge):
            assert course.tolist() == one_by_one[edge]
        else:
            assert course[0].tolist() == course[1].tolist()
