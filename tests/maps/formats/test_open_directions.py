"""In which directions streets are open to vehicles."""

import math

import numpy as np
import pytest

from arcload.maps.formats.columns import Columns
from arcload.maps.formats.open_directions import is_rule, open_directions


def columns(**attributes: list[str]) -> Columns:
    """Return streets of which the last is one-way."""
    count = len(next(iter(attributes.values())))
    lengths = np.ones((count, 2))
    lengths[-1, 1] = math.inf
    return Columns(
        name="town",
        nodes=["a", "b"],
        edges=range(count),
        ends=np.array([[0, 1]] * count),
        lengths=lengths,
        demands=np.ones(count),
        attributes={name.replace("_to_", ":"): cells for name, cells in attributes.items()},
    )


def test_each_type_and_direction_is_told_apart() -> None:
    streets = columns(hgv=["no", "", ""], access_to_forward=["", "no", "no"])
    both, causes = open_directions(streets, list(streets.attributes), [1000, 9000])
    assert both.tolist() == [
        [[True, True], [False, True], [False, False]],
        [[False, False], [False, True], [False, False]],
    ]
    assert causes == ["hgv", "access:forward", "access:forward"]


@pytest.mark.parametrize(
    ("value", "gross", "expected"),
    [("no", 9000, [True, True]), ("-1", 9000, [False, True]), ("no", 1000, [True, False])],
)
def test_exceptions_to_one_way_streets(value: str, gross: float, expected: list[bool]) -> None:
    streets = columns(oneway_to_hgv=[value])
    both, _ = open_directions(streets, list(streets.attributes), [gross])
    assert both[0, 0].tolist() == expected


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("hgv", True),
        ("hgv:forward", True),
        ("maxweight:hgv", True),
        ("oneway:hgv", True),
        ("hgv:conditional", False),
        ("access:lanes", False),
        ("oneway", False),
        ("oneway:bicycle", False),
        ("maxheight", False),
    ],
)
def test_which_attributes_are_rules(name: str, is_one: bool) -> None:
    assert is_rule(name) is is_one
