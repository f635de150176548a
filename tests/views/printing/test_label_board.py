"""Room for labels."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload.views.printing.label_board import LabelBoard, Slot
from arcload.views.printing.paper import Box
from tests.views.printing.overlaps import overlap

BOX = Box(10, 10, 60, 50)
SLOTS = st.builds(
    Slot,
    st.floats(5, 65),
    st.floats(5, 55),
    st.floats(1, 20),
    st.floats(1, 5),
    st.just(0.0) | st.floats(-90, 90),
)


@given(st.lists(SLOTS, max_size=12))
def test_labels_that_fit_lie_on_the_board_and_on_no_other(slots: list[Slot]) -> None:
    board = LabelBoard(BOX)
    taken: list[Slot] = []
    for slot in slots:
        if board.fits(slot):
            assert (slot.corners >= (BOX.left, BOX.low)).all()
            assert (slot.corners <= (BOX.right, BOX.high)).all()
            assert not any(overlap(slot, other) for other in taken)
            board.take(slot)
            taken.append(slot)
    assert not any(board.fits(slot) for slot in taken)


@pytest.mark.parametrize("degrees", [0.0, 30.0])
def test_ink_is_how_much_of_a_line_a_label_covers(degrees: float) -> None:
    board = LabelBoard(BOX)
    board.draw(np.column_stack([np.arange(10, 60, 0.1), np.full(500, 30.0)]))
    assert board.ink(Slot(30, 30, 10, 2, degrees)) == pytest.approx(10, rel=0.7)
    assert board.ink(Slot(30, 40, 10, 2, degrees)) == 0
