"""The gap as the studio's page gets it."""

import pytest

from arcload.model.gap_words import gap_words
from arcload.studio.store.gap_facts import gap_facts


def test_share_words_and_short_words_are_of_one_gap() -> None:
    gap = 275 / 250 - 1
    expected = {"gap": gap, "gap_words": gap_words(gap), "gap_short": "gap 10.00%"}
    assert gap_facts(275, 250) == expected


@pytest.mark.parametrize(("cost", "bound"), [(None, None), (None, 5.0), (5.0, None), (5.0, 0.0)])
def test_what_is_not_known_is_not_said(cost: float | None, bound: float | None) -> None:
    assert set(gap_facts(cost, bound).values()) == {None}
