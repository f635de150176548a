"""Options of a request are those of a town file."""

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcload.model.errors import InputError
from arcload.studio.tasks.town_text import town_text

TEXTS = st.text(st.characters(exclude_categories=["Cs"]))
SCALARS = TEXTS | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False)
VALUES = st.recursive(SCALARS, lambda v: st.lists(v) | st.dictionaries(TEXTS, v), max_leaves=4)


@settings(max_examples=15)
@given(st.dictionaries(TEXTS.filter(lambda key: key != "streets"), VALUES))
def test_the_text_says_what_was_given(options: dict[str, Any]) -> None:
    assert tomllib.loads(town_text("a b.osm", options)) == {"streets": "a b.osm"} | options


def test_null_is_as_if_not_given() -> None:
    text = town_text("a.osm", {"depot": None, "vehicles": [{"count": None, "capacity": 3}]})
    assert tomllib.loads(text) == {"streets": "a.osm", "vehicles": [{"capacity": 3}]}


@pytest.mark.parametrize("options", [{"depot": "\ud800"}, {"vehicles": [None]}, {"streets": "b"}])
def test_what_a_town_file_cannot_say_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=next(iter(options)) if "depot" not in options else "UTF"):
        town_text("a.osm", options)
