"""Speed limits as maps state them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload.model.max_speed import max_speed

MILE = 1.609344


@pytest.mark.parametrize(
    ("text", "speed"),
    [
        ("50", 50),
        ("50 km/h", 50),
        ("30 mph", 30 * MILE),
        ("20mph", 20 * MILE),
        ("walk", 5),
        ("none", 120),
        ("DE:urban", 50),
        ("DE:rural", 100),
        ("FR:rural", 80),
        ("XY:rural", 90),
        ("DE:zone:30", 30),
        ("DE:zone30", 30),
        ("CH:20", 20),
        ("RU:urban", 60),
        ("GB:nsl_single", 60 * MILE),
        ("50;30", 30),
        ("signals;70", 70),
    ],
)
def test_limits_are_read(text: str, speed: float) -> None:
    assert max_speed(text) == pytest.approx(speed)


@pytest.mark.parametrize(
    "text", ["", "signals", "variable", "0", "fast", "DE:unheard_of", "5 ells"]
)
def test_others_cannot_be_told(text: str) -> None:
    assert max_speed(text) is None


@given(st.text() | st.from_regex(r"[0-9]{1,400}( mph|:zone[0-9]*)?"))
def test_any_text_is_a_speed_above_0_or_none(text: str) -> None:
    speed = max_speed(text)
    assert speed is None or 0 < speed < math.inf
