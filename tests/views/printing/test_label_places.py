"""Where labels are put."""

import numpy as np
import pytest

from arcload.views.printing.along import Line
from arcload.views.printing.label_board import LabelBoard, Slot
from arcload.views.printing.label_places import (
    APART,
    place_again,
    place_along,
    place_beside,
    place_near,
    place_on_line,
)
from arcload.views.printing.paper import Box

STREET = Line(np.array([(10.0, 50.0), (90.0, 50.0)]))


@pytest.fixture
def board() -> LabelBoard:
    """Return a page with one street across it."""
    page = LabelBoard(Box(0, 0, 100, 100))
    page.draw(STREET.every(0.3))
    return page


def test_a_number_stands_on_the_middle_of_a_long_street(board: LabelBoard) -> None:
    place = place_on_line(board, [STREET], 6, 3)
    assert place is not None
    assert place.slot == Slot(50, 50, 6, 3)
    assert place.anchor is None


def test_a_number_stands_beside_a_street_that_it_would_hide(board: LabelBoard) -> None:
    short = Line(np.array([(10.0, 20.0), (16.0, 20.0)]))
    board.draw(short.every(0.3))
    place = place_on_line(board, [short], 6, 3)
    assert place is not None
    assert abs(place.slot.y - 20) > 1.5


def test_a_name_runs_along_its_street_and_is_never_upside_down(board: LabelBoard) -> None:
    back = Line(STREET.points[::-1])
    steep = Line(np.array([(20.0, 10.0), (20.0, 40.0)]))
    level, upright = (place_along(board, [line], 20, 2.5) for line in (back, steep))
    assert level is not None
    assert level.slot.degrees == pytest.approx(0)
    assert 1.25 < abs(level.slot.y - 50) < 4
    assert upright is not None
    assert abs(upright.slot.degrees) == pytest.approx(90)


def test_a_line_leads_to_a_label_that_finds_no_room_at_its_street(board: LabelBoard) -> None:
    place = place_near(board, [STREET], 20, 2.5)
    assert place is not None
    assert place.anchor == (50, 50)


def test_where_everything_is_taken_there_is_no_place(board: LabelBoard) -> None:
    board.take(Slot(50, 50, 100, 100))
    assert place_on_line(board, [STREET], 6, 3) is None
    assert place_along(board, [STREET], 6, 3) is None
    assert place_beside(board, (50, 50), 6, 3) is None


def test_a_name_is_repeated_far_from_where_it_stands_or_not_at_all(board: LabelBoard) -> None:
    there = Slot(20, 52, 10, 2)
    assert place_again(board, STREET.part(0, 40), 10, 2, [there]) is None
    again = place_again(board, STREET.part(60, 80), 10, 2, [there])
    assert again is not None
    assert again.slot.x - there.x >= APART - 1
