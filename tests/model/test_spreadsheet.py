"""Cells that a spreadsheet takes for text or for numbers, never for formulas."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload.model.spreadsheet import cell, guarded, unguarded

SIGNS = ("=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20")
MARKS = "=+-@\t\r\n;'\" \uff1d1a,."


@given(st.text(MARKS) | st.text(), st.sampled_from([",", ";"]))
def test_no_part_of_a_line_begins_a_formula_wherever_it_is_split(text: str, separator: str) -> None:
    shown = cell(text, separator)
    assert not set(shown) & set("\t\r\n")
    first, *others = (part.lstrip(' "') for part in shown.split(";" if separator == "," else ","))
    assert not any(part.startswith(SIGNS) for part in others)
    if first.startswith(SIGNS) and not shown.startswith('"') and first.strip("+-"):
        assert float(shown) is not None
    assert cell(shown, separator) == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("=1+1", "'=1+1"),
        ("Mill;=cmd", "Mill,=cmd"),
        ("Mill; High", "Mill; High"),
        ("\t@SUM(A1)", "'@SUM(A1)"),
        ("-2+3", "'-2+3"),
        ("-2.5", "-2.5"),
        ("+1e3", "+1e3"),
        ("-", "-"),
        ("a\nb", "a b"),
        ("Zürich", "Zürich"),
    ],
)
def test_numbers_and_names_stay(text: str, shown: str) -> None:
    assert cell(text) == shown


@given(st.text("=+-@'a1. ;"))
def test_a_guarded_text_comes_back_and_begins_no_formula(text: str) -> None:
    shown = guarded(text)
    assert unguarded(shown) == text
    assert not shown.startswith(SIGNS) or float(shown) is not None
