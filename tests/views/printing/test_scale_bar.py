"""The scale of a map."""

import pytest

from arcload.views.printing.scale_bar import scale_bar


def test_a_bar_is_a_round_length_that_fits() -> None:
    bar = scale_bar(5.0, 1.0)
    assert bar is not None
    assert (bar.text, bar.scale) == ("200 m", "1:5,000")
    assert bar.millimetres == pytest.approx(40)


def test_long_ways_are_in_kilometres_and_units_converted() -> None:
    bar = scale_bar(0.05, 1000.0)
    assert bar is not None
    assert (bar.text, bar.scale) == ("2 km", "1:50,000")


def test_without_a_unit_there_is_no_bar() -> None:
    assert scale_bar(5.0, None) is None
