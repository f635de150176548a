"""Names as lists show them."""

import pytest

from arcload.studio.plain_name import plain_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (" a \n b ", "a b"),
        ("", "plan"),
        ("Zürich 東", "Zürich 東"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("\ud800", "?"),
        ("x" * 300, "x" * 200),
    ],
)
def test_names_are_plain(text: str, name: str) -> None:
    assert plain_name(text) == name
