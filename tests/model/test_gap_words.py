"""The words for a gap claim what was proven, no more and no less."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload.model.claims import TOLERANCE
from arcload.model.gap_words import gap_percent, gap_words, short_gap_words

GAPS = st.floats(0, 1e300) | st.floats(0, 0.2) | st.integers(0, 3000).map(lambda k: k / 10_000)


@given(GAPS)
def test_no_gap_is_rounded_down_and_none_is_more_than_a_hundredth_above(gap: float) -> None:
    shown = gap_percent(gap)
    assert shown[-4:-3] == "."
    value = Fraction(shown.removesuffix("%").replace(",", "")) / 100
    assert value >= Fraction(gap) - Fraction(TOLERANCE)
    assert value - Fraction(gap) < Fraction(1, 10_000)


@given(GAPS)
def test_only_a_closed_gap_is_called_optimal_and_only_a_wide_one_the_bounds(gap: float) -> None:
    words, short = gap_words(gap, "tour"), short_gap_words(gap)
    assert words.startswith(f"{gap_percent(gap)}: ")
    assert ("optimal" in words) == ("optimal" in short) == (gap <= TOLERANCE)
    assert ("weak part" in words) == (gap > 0.1 + TOLERANCE)
    assert short in ("proven optimal", f"gap {gap_percent(gap)}")


def test_of_a_quick_plan_nobody_knows_which_part_is_weak() -> None:
    assert gap_words(0.2, "tour", "greedy") == "20.00%: no tour costs less by more than that"


@pytest.mark.parametrize(
    ("gap", "words"),
    [
        (None, "unknown: the lower bound is 0"),
        (0.0, "0.00%: proven optimal, no tour costs less"),
        (1e-8, "0.01%: no tour costs less by more than that"),
        (275 / 250 - 1, "10.00%: no tour costs less by more than that"),
        (
            0.10001,
            "10.01%: no tour costs less by more than that; the bound, not the tour, is likely the "
            "weak part",
        ),
    ],
)
def test_the_words_of_some_gaps(gap: float | None, words: str) -> None:
    assert gap_words(gap, "tour") == words
