"""Values and long texts as the file holds them."""

import json

from hypothesis import given
from hypothesis import strategies as st

from arcload.studio.store.packed import as_json, packed, unpacked


@given(text=st.text())
def test_a_text_comes_back(text: str) -> None:
    assert unpacked(packed(text)) == text


@given(value=st.dictionaries(st.text(), st.integers() | st.none() | st.lists(st.text())))
def test_a_value_comes_back(value: dict[str, object]) -> None:
    assert json.loads(as_json(value)) == value


def test_a_long_text_takes_less_space() -> None:
    text = as_json([{"from": n, "to": n + 1} for n in range(1000)])
    assert len(packed(text)) < len(text) / 3
