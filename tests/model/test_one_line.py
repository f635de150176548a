"""Names as every file can hold them."""

from hypothesis import given
from hypothesis import strategies as st

from arcload.model.one_line import one_line


@given(st.text())
def test_no_line_breaks_controls_or_blanks_around_are_left(text: str) -> None:
    line = one_line(text)
    assert line == line.strip()
    assert len(line.splitlines()) <= 1
    assert one_line(line) == line


def test_words_stay_apart() -> None:
    assert one_line(" High\r\n\tStreet\x00 ") == "High Street"
