"""What is known of streets beside lengths and demands."""

import math
import pickle
from typing import Any

import pytest

from arcload import InputError, Instance
from arcload.model.attributes import as_text, attribute_columns
from tests.examples import FOUR_EDGES

KNOWN = FOUR_EDGES.replace(attributes={"highway": ["primary", "", "", "service"], "ref": [""] * 4})


def test_an_instance_keeps_the_columns_that_say_something() -> None:
    assert dict(KNOWN.attributes) == {"highway": ("primary", "", "", "service")}
    assert dict(FOUR_EDGES.attributes) == {}


def test_attributes_are_part_of_the_instance_and_cannot_be_changed() -> None:
    assert KNOWN != FOUR_EDGES
    assert KNOWN.replace(name="four").attributes == KNOWN.attributes
    assert pickle.loads(pickle.dumps(KNOWN)) == KNOWN
    with pytest.raises(TypeError):
        KNOWN.attributes["highway"] = ()  # type: ignore[index]


@pytest.mark.parametrize(
    ("attributes", "words"),
    [
        ({"highway": ["a"]}, "'highway' has 1 value for 4 edges"),
        ({"highway": "abcd"}, "'abcd'"),
        ({"lanes": [1, 2, 3, 4]}, "'lanes' is 1"),
        ({"demand": ["1"] * 4}, "'demand'"),
        ({"": ["1"] * 4}, "called ''"),
        (["highway"], "per column"),
    ],
)
def test_what_is_no_text_per_edge_is_refused(attributes: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        FOUR_EDGES.replace(attributes=attributes)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (" primary ", "primary"),
        (None, ""),
        (math.nan, ""),
        (50, "50"),
        (50.0, "50"),
        (2.5, "2.5"),
        (True, "yes"),
        (["residential", "tertiary"], "residential;tertiary"),
        ({"a": 1}, ""),
    ],
)
def test_values_of_all_kinds_become_text(value: Any, text: str) -> None:
    assert as_text(value) == text


def test_streets_that_know_different_things_share_the_columns() -> None:
    rows: list[dict[str, Any]] = [{"lanes": 2, "id": 7}, {"surface": "asphalt", "note": "new"}]
    columns = {"lanes": ["2", ""], "surface": ["", "asphalt"]}
    assert attribute_columns(rows, ["note"]) == columns


def test_a_large_network_shares_its_texts() -> None:
    """20,000 streets hold a pointer per column and street, and each text once."""
    rows = [{"highway": "".join(["resi", "dential"])} for _ in range(20_000)]
    (cells,) = attribute_columns(rows).values()
    assert len({id(cell) for cell in cells}) == 1


def test_edges_take_attributes_too() -> None:
    instance = Instance.from_edges(
        [("a", "b", 1, 1)], depot="a", attributes={"highway": ["primary"]}
    )
    assert instance.attributes["highway"] == ("primary",)
