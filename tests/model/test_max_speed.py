"""Speed limits as maps state them."""

import pytest

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
