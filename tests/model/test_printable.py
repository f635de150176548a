"""Text that does nothing to a terminal."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from arcload.model.printable import printable


@given(st.text())
def test_no_control_and_no_change_of_direction_is_left(text: str) -> None:
    shown = printable(text)
    assert not any(unicodedata.category(character) in ("Cc", "Zl", "Zp") for character in shown)
    turning = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    assert not any(unicodedata.bidirectional(character) in turning for character in shown)


def test_what_is_odd_is_shown_and_the_rest_stays() -> None:
    assert printable("Mühle [red]\x1b[31m\x9b\u202e ש") == r"Mühle [red]\x1b[31m\x9b\u202e ש"
