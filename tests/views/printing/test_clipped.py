"""The parts of lines in a rectangle."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload.model.types import FloatArray
from arcload.views.printing.along import Line
from arcload.views.printing.clipped import clipped, crosses
from arcload.views.printing.paper import Box

BOX = Box(0, 0, 10, 10)
COURSES = st.lists(
    st.tuples(st.integers(-10, 20), st.integers(-10, 20)), min_size=2, max_size=8
).map(lambda points: np.array(points, dtype=float))


@pytest.mark.parametrize(
    ("course", "pieces"),
    [
        ([(1, 1), (9, 9)], [[(1, 1), (9, 9)]]),
        ([(-5, 5), (15, 5)], [[(0, 5), (10, 5)]]),
        ([(-5, 5), (5, 5), (5, 15)], [[(0, 5), (5, 5), (5, 10)]]),
        ([(5, 5), (15, 5), (15, 8), (5, 8)], [[(5, 5), (10, 5)], [(10, 8), (5, 8)]]),
        ([(2, 2), (2, 2), (3, 2)], [[(2, 2), (3, 2)]]),
        ([(20, 0), (20, 9)], []),
        ([(5, 5), (5, 5)], []),
        ([(0, -5), (0, 15)], [[(0, 0), (0, 10)]]),
    ],
)
def test_a_line_is_cut_at_the_sides(
    course: list[tuple[float, float]], pieces: list[list[tuple[float, float]]]
) -> None:
    found = clipped(np.array(course, dtype=float), BOX)
    assert [piece.tolist() for piece in found] == [list(map(list, piece)) for piece in pieces]


@given(COURSES)
def test_the_pieces_have_all_that_is_inside_and_nothing_else(course: FloatArray) -> None:
    pieces = clipped(course, BOX)
    for piece in pieces:
        assert piece.min() >= -1e-9
        assert piece.max() <= 10 + 1e-9
    points = Line(course).every(0.05)
    inside = ((points > 0.06) & (points < 9.94)).all(axis=1)
    length = sum(Line(piece).length for piece in pieces)
    whole = Line(course).length
    step = whole / max(1, len(points) - 1)
    assert length >= inside.sum() * step - 0.2 * len(course)
    assert crosses(course[:-1], course[1:], BOX).any() or not pieces
