"""Moves, made and undone."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arcload.engine.kernels.applying import MOVE, MOVE_TURNED, REVERSE, SWAP, apply_move, undo_move

# Positions 0 and 5 are the start and the end; the edges 1 to 4 are all driven on side 0.
BY_HAND = [
    (REVERSE, 2, 2, 4, [1, 4, 3, 2], [0, 1, 1, 1], (2, 4)),
    (MOVE, 1, 2, 4, [3, 4, 1, 2], [0, 0, 0, 0], (1, 4)),
    (MOVE, 3, 4, 0, [3, 4, 1, 2], [0, 0, 0, 0], (1, 4)),
    (MOVE_TURNED, 1, 2, 3, [3, 2, 1, 4], [0, 1, 1, 0], (1, 3)),
    (SWAP, 1, 1, 4, [4, 2, 3, 1], [0, 0, 0, 0], (1, 4)),
    (SWAP + 1, 1, 1, 4, [4, 2, 3, 1], [0, 0, 0, 1], (1, 4)),
    (SWAP + 2, 1, 1, 4, [4, 2, 3, 1], [1, 0, 0, 0], (1, 4)),
    (SWAP + 3, 4, 4, 1, [4, 2, 3, 1], [1, 0, 0, 1], (1, 4)),
]


@pytest.mark.parametrize(("kind", "first", "last", "place", "order", "sides", "changed"), BY_HAND)
def test_moves_by_hand(
    kind: int,
    first: int,
    last: int,
    place: int,
    order: list[int],
    sides: list[int],
    changed: tuple[int, int],
) -> None:
    made, driven = np.arange(6), np.zeros(6, dtype=np.int64)
    assert apply_move(kind, first, last, place, made, driven) == changed
    assert made.tolist() == [0, *order, 5]
    assert driven.tolist() == [0, *sides, 0]


@given(st.data())
def test_an_undone_move_leaves_no_trace(data: st.DataObject) -> None:
    m = data.draw(st.integers(3, 12))
    kind = data.draw(st.sampled_from([REVERSE, MOVE, MOVE_TURNED, *range(SWAP, SWAP + 4)]))
    first = data.draw(st.integers(1, m))
    last = (
        data.draw(st.integers(first, min(m, first + 2))) if kind in (MOVE, MOVE_TURNED) else first
    )
    if kind == REVERSE:
        places = list(range(first, m + 1))
    elif kind >= SWAP:
        places = [place for place in range(1, m + 1) if abs(place - first) > 1]
    else:
        places = [*range(first - 1), *range(last + 1, m + 1)]
    assume(places)
    place = data.draw(st.sampled_from(places))
    sides = np.array(data.draw(st.lists(st.integers(0, 1), min_size=m + 2, max_size=m + 2)))
    order, before = np.arange(m + 2), sides.copy()
    start, stop = apply_move(kind, first, last, place, order, sides)
    assert list(order[:start]) == list(range(start))
    assert list(order[stop + 1 :]) == list(range(stop + 1, m + 2))
    undo_move(kind, first, last, place, order, sides)
    assert list(order) == list(range(m + 2))
    assert list(sides) == list(before)
