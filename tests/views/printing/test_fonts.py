"""Sizes of text, and letters that can be printed."""

import pytest

from arcload.views.printing.fonts import POINT, Fonts

FONTS = Fonts()


def test_text_is_as_wide_as_its_letters_and_as_high_as_its_lines() -> None:
    one, two = FONTS.size("12", 7), FONTS.size("1212\n12", 7)
    assert two[0] == pytest.approx(2 * one[0], rel=0.1)
    assert two[1] == 2 * one[1]
    assert one[1] > 7 * POINT
    assert FONTS.size("Mill Lane", 7, bold=True)[0] > FONTS.size("Mill Lane", 7)[0]
    assert FONTS.size("Mill Lane", 14)[0] == pytest.approx(
        2 * FONTS.size("Mill Lane", 7)[0], rel=0.1
    )


def test_a_long_line_is_cut_to_its_room() -> None:
    short = FONTS.shortened("A very long name of a street", 7, 15)
    assert short.endswith("…")
    assert FONTS.size(short, 7)[0] <= 15
    assert FONTS.shortened("Mill Lane", 7, 50) == "Mill Lane"


def test_letters_without_a_sign_are_known() -> None:
    assert FONTS.can_show("Zürich Łódź Ελλάδα")
    assert not FONTS.can_show("\U00012345")
