"""Colours of vehicles."""

import pytest

from arcload.views.vehicle_colours import DARK, LIGHT, vehicle_colour

_GROUNDS = {"light": (LIGHT, "#fafbfc", 2.1), "dark": (DARK, "#141b24", 3.0)}


def test_ten_vehicles_have_ten_colours_and_then_they_repeat() -> None:
    assert len({vehicle_colour(number) for number in range(1, 11)}) == 10
    assert vehicle_colour(11) == vehicle_colour(1)


@pytest.mark.parametrize("which", _GROUNDS)
def test_each_stands_out_from_its_ground(which: str) -> None:
    colours, ground, least = _GROUNDS[which]
    for colour in colours:
        high, low = sorted((_luminance(colour), _luminance(ground)), reverse=True)
        assert (high + 0.05) / (low + 0.05) > least


def _luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
