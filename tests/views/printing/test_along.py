"""Points along lines, and lines joined."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload.views.printing.along import Line, joined

CORNER = Line(np.array([(0.0, 0.0), (10.0, 0.0), (10.0, 10.0)]))


def test_a_line_is_measured_along_its_way() -> None:
    assert CORNER.length == 20
    assert CORNER.at(15).tolist() == [10, 5]
    assert CORNER.at(99).tolist() == [10, 10]
    assert CORNER.heading(3).tolist() == pytest.approx([1, 0])
    assert CORNER.heading(18).tolist() == pytest.approx([0, 1])


def test_a_bend_is_how_far_the_line_is_from_its_chord() -> None:
    assert CORNER.bend(0, 20) == pytest.approx(50**0.5)
    assert CORNER.bend(1, 9) == 0


def test_a_part_has_the_corners_between_its_ends() -> None:
    assert CORNER.part(5, 15).points.tolist() == [[5, 0], [10, 0], [10, 5]]


def test_points_along_a_line_leave_no_gap() -> None:
    points = CORNER.every(0.7)
    assert np.hypot(*np.diff(points, axis=0).T).max() <= 0.7
    assert points[[0, -1]].tolist() == [[0, 0], [10, 10]]


@given(st.permutations(range(4)), st.lists(st.booleans(), min_size=4, max_size=4))
def test_pieces_that_meet_become_one_line(order: list[int], turned: list[bool]) -> None:
    pieces = [np.array([(k, 0.0), (k + 0.5, k % 2), (k + 1, 0.0)]) for k in range(4)]
    mixed = [pieces[k][::-1] if turned[k] else pieces[k] for k in order]
    (line,) = joined(mixed)
    ends = sorted([line.points[0].tolist(), line.points[-1].tolist()])
    assert ends == [[0, 0], [4, 0]]
    assert line.length == pytest.approx(sum(Line(piece).length for piece in pieces))


def test_at_a_fork_nothing_is_joined_and_the_longest_comes_first() -> None:
    star = [np.array([(0.0, 0.0), point]) for point in ((1.0, 0.0), (0.0, 3.0), (-2.0, 0.0))]
    assert [line.length for line in joined(star)] == [3, 2, 1]


def test_a_ring_of_pieces_ends_where_it_began() -> None:
    square = np.array([(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)])
    (ring,) = joined([square[k : k + 2] for k in range(4)])
    assert ring.length == 4
