"""Left, right, straight on or back."""

import math
from typing import Any

import numpy as np
import pytest

from arcload import FREE, Edge, Instance, TurnRules
from arcload.model.turn_angles import KINDS, UNKNOWN, TurnAngles

NORTH = 1e-3


def _corner(angle: float, *, geographic: bool, **fields: Any) -> Instance:
    """Return a way north to a corner and on from there at an angle to the left."""
    scale = NORTH if geographic else 100.0
    x, y = -math.sin(math.radians(angle)), math.cos(math.radians(angle))
    return Instance.from_edges(
        [("a", "b", 100, 1), ("b", "c", 100, 1)],
        depot="a",
        coordinates={"a": (0, -scale), "b": (0, 0), "c": (scale * x, scale * y)},
        geographic=geographic,
        **fields,
    )


def _kind(instance: Instance, before: int, after: int) -> str:
    (kind,) = TurnAngles(instance).kinds(np.array([before]), np.array([after])).tolist()
    return "unknown" if kind == UNKNOWN else KINDS[kind]


@pytest.mark.parametrize("geographic", [False, True])
@pytest.mark.parametrize(
    ("angle", "there", "back"),
    [
        (0, "straight", "straight"),
        (34, "straight", "straight"),
        (36, "left", "right"),
        (-36, "right", "left"),
        (170, "left", "right"),
        (-170, "right", "left"),
    ],
)
def test_the_change_of_direction_tells_the_turn(
    angle: float, there: str, back: str, geographic: bool
) -> None:
    corner = _corner(angle, geographic=geographic)
    assert [_kind(corner, *pair) for pair in ((0, 2), (2, 3), (3, 1))] == [there, "u_turn", back]


@pytest.mark.parametrize(("traffic", "kind"), [("right", "left"), ("left", "right")])
@pytest.mark.parametrize("angle", [180, -178])
def test_straight_back_into_another_street_leads_across_the_traffic(
    angle: float, traffic: Any, kind: str
) -> None:
    rules = TurnRules(left=1, traffic=traffic)
    assert _kind(_corner(angle, geographic=False, turn_rules=rules), 0, 2) == kind


@pytest.mark.parametrize("length", [0.5, 100.0])
def test_a_hook_at_either_end_of_a_street_is_no_turn(length: float) -> None:
    hook = ((0.0, 0.0), (1.0, 0.0), (1.0, 99.0), (0.0, 99.0), (0.0, 100.0))
    instance = Instance.from_edges(
        [
            ("z", "a", length, 1),
            Edge("a", "b", 101, 1, shape=hook),
            ("b", "c", length, 1),
        ],
        start="z",
        end=FREE,
        coordinates={"z": (0, -length), "a": (0, 0), "b": (0, 100), "c": (0, 100 + length)},
    )
    assert [_kind(instance, *pair) for pair in ((0, 2), (2, 4), (5, 3), (3, 1))] == ["straight"] * 4


def test_a_street_that_comes_back_to_where_it_starts_has_the_direction_of_its_first_step() -> None:
    there_and_back = ((0.0, 0.0), (0.0, 0.5), (0.0, 0.0), (9.0, 0.0))
    instance = Instance.from_edges(
        [("z", "a", 1, 1), Edge("a", "b", 1, 1, shape=there_and_back)],
        start="z",
        end=FREE,
        coordinates={"z": (0, -1), "a": (0, 0), "b": (9, 0)},
    )
    assert _kind(instance, 0, 2) == "straight"


def test_nothing_tells_the_turn_without_points() -> None:
    instance = Instance.from_edges([("a", "b", 9, 1), ("b", "c", 9, 1)], depot="a")
    assert (_kind(instance, 0, 2), _kind(instance, 0, 1)) == ("unknown", "u_turn")
    points = {"a": (0, 0), "b": (0, 0), "c": (1, 1)}
    assert _kind(instance.replace(coordinates=list(points.values())), 0, 2) == "unknown"


def test_a_loop_has_angles_by_its_shape_alone() -> None:
    ring = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0))
    edges = [("z", "a", 1, 1), Edge("a", "a", 4, 1, shape=ring)]
    instance = Instance.from_edges(edges, depot="z", coordinates={"z": (0, -1), "a": (0, 0)})
    assert [_kind(instance, *p) for p in ((0, 2), (0, 3), (2, 2), (2, 3))] == [
        *("right", "straight", "left", "u_turn"),
    ]
    assert _kind(instance.replace(shapes=None), 0, 2) == "unknown"
