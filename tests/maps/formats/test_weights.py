"""Weights of vehicles, and limits of weight."""

import math
from typing import Any

import pytest

from arcload.maps.formats.weights import gross_weight, weight_limit


@pytest.mark.parametrize(
    ("text", "kilograms"),
    [
        ("3.5", 3500),
        ("3,5", 3500),
        ("7.5 t", 7500),
        ("7.5t", 7500),
        ("3500 kg", 3500),
        ("10000 lbs", 4535.9237),
        ("5 st", 4535.9237),
        ("3500", 3500),  # no bridge states 3500 t
        ("7.5;3.5", 3500),
        ("none", math.inf),
        ("unsigned", math.inf),
        ("", math.inf),
        ("heavy", None),
        ("3.5 stones", None),
    ],
)
def test_limits_are_read_in_every_unit_that_maps_have(text: str, kilograms: float | None) -> None:
    assert weight_limit(text) == (None if kilograms is None else pytest.approx(kilograms))


@pytest.mark.parametrize(
    ("vehicle", "unit", "kilograms"),
    [
        ({"curb_weight": 5000, "capacity": 3000}, "", 8000),
        ({"curb_weight": 5, "capacity": 3}, "t", 8000),
        ({"curb_weight": 5000}, "kg", 6000),
        ({"curb_weight": 5000, "capacity": math.inf}, "kg", 6000),
        ({"curb_weight": 0, "capacity": 3000}, "kg", None),
        ({"capacity": 3000}, "kg", None),
        ({"curb_weight": 5000}, "bins", None),
    ],
)
def test_the_gross_weight_is_that_of_the_loaded_vehicle(
    vehicle: dict[str, Any], unit: str, kilograms: float | None
) -> None:
    assert gross_weight(vehicle, 1000, unit) == kilograms
