"""Bounds on linear programs for any multipliers."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from arcload.solving.postman.dual_bound import dual_bound
from arcload.solving.postman.program import Range

_MULTIPLIERS = st.floats(-1e6, 1e6)


def _bound(lengths: list[float], multipliers: list[float]) -> Fraction:
    """Return the bound for x + y = 3, x - y >= 1, both of 0 to 3."""
    return dual_bound(
        csr_array(np.array([[1, 1], [1, -1]])),
        np.array([3, 1]),
        1,
        np.array(lengths),
        Range(np.zeros(2, dtype=np.int64), np.full(2, 3)),
        np.array(multipliers),
    )


@given(st.tuples(*[st.floats(0, 1e6)] * 2), st.tuples(*[_MULTIPLIERS] * 2))
def test_no_multipliers_give_more_than_the_least(
    lengths: tuple[float, float], multipliers: tuple[float, float]
) -> None:
    """It lies at (2, 1) or at (3, 0)."""
    one, other = map(Fraction, lengths)
    assert _bound(list(lengths), list(multipliers)) <= min(2 * one + other, 3 * one)


def test_the_best_multipliers_give_just_the_least() -> None:
    assert _bound([0.5, 0.25], [0.375, 0.125]) == Fraction(5, 4)


def test_multipliers_that_a_tolerance_spoils_give_a_little_less() -> None:
    spoiled = _bound([0.5, 0.25], [0.375 + 1e-9, 0.125])
    assert spoiled < Fraction(5, 4)
    assert float(spoiled) == pytest.approx(1.25, rel=1e-8)
