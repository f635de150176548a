"""Tags, which osmnx makes lists of."""

from typing import Any

import pytest

from arcload.maps.formats.tags import join_tags, unpacked, values_of


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("['A', 'B']", ["A", "B"]),
        (("A", "B"), ["A", "B"]),
        ("[no list", "[no list"),
        ("[" * 9999, "[" * 9999),
        ("A", "A"),
        (7, 7),
    ],
)
def test_lists_are_unpacked(value: Any, expected: Any) -> None:
    assert unpacked(value) == expected


def test_values_are_texts() -> None:
    assert (values_of([1, "a"]), values_of(3.5)) == (["1", "a"], ["3.5"])


def test_tags_of_joined_streets_are_lists_where_they_differ() -> None:
    parts: list[dict[str, Any]] = [{"name": "A", "hgv": "no"}, {"name": "B"}, {"name": ["A", "C"]}]
    assert join_tags(parts) == {"name": ["A", "B", "C"], "hgv": "no"}
    assert join_tags(parts[:1]) is parts[0]
