"""Rows of distances between positions, on a tour where every distance differs."""

import numpy as np

from arcload.engine.kernels.rows import (
    BEFORE_ENTER,
    BEFORE_LEAVE,
    ENTER_AFTER,
    ENTER_ENTER,
    LEAVE_AFTER,
    LEAVE_ENTER,
    TO_ENTER,
    TO_LEAVE,
    lay_out,
)
from arcload.engine.kernels.sequence import DISTANCE_ROWS, LONGEST


def test_every_row_holds_what_its_name_says() -> None:
    m = 5
    nodes = np.array([[12, 0, 2, 4, 6, 8, 13], [12, 1, 3, 5, 7, 9, 13]])
    D = np.arange(14.0 * 14).reshape(14, 14)
    enter, leave = nodes
    for i in range(1, m + 1):
        rows = np.full((DISTANCE_ROWS, m + 2), -1.0)
        lay_out(i, 0, m + 1, nodes, D, np.ascontiguousarray(D.T), rows)
        for j in range(m + 2):
            assert rows[ENTER_ENTER, j] == D[enter[i], enter[j]]
            assert rows[TO_ENTER, j] == D[leave[j], enter[i]]
            assert rows[BEFORE_ENTER, j] == D[leave[i - 1], enter[j]]
            assert rows[BEFORE_LEAVE, j] == D[leave[i - 1], leave[j]]
            assert rows[LEAVE_AFTER, j] == D[leave[j], enter[i + 1]]
            assert rows[ENTER_AFTER, j] == D[enter[j], enter[i + 1]]
            for extra in range(min(LONGEST, m - i + 1)):
                assert rows[LEAVE_ENTER + extra, j] == D[leave[i + extra], enter[j]]
                assert rows[TO_LEAVE + extra, j] == D[leave[j], leave[i + extra]]


def test_only_the_places_asked_for_are_filled() -> None:
    nodes, D = np.zeros((2, 7), dtype=np.int64), np.ones((1, 1))
    rows = np.full((DISTANCE_ROWS, 7), -1.0)
    lay_out(3, 2, 4, nodes, D, D, rows)
    assert (rows[:, 2:5] == 1).all()
    assert (rows[:, :2] == -1).all()
    assert (rows[:, 5:] == -1).all()
