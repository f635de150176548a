"""Numbers as short as they are read."""

from arcload.views.page.short import short, shortened


def test_whole_numbers_and_nine_digits() -> None:
    assert repr(short(3.0)) == "3"
    assert short(1 / 3) == 0.333333333
    assert shortened([2.0, 0.5]) == [2, 0.5]
