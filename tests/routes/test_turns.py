"""Turns between two crossings."""

import math
from itertools import pairwise

import pytest

import arcload
from arcload.routes.driven_plan import DrivenPlan
from arcload.routes.turns import turn


def _turns(angle: float, *, geographic: bool) -> list[str]:
    """Return the turns of a drive north to a corner, on at an angle to the left, and back."""
    scale = 1e-3 if geographic else 100.0
    x, y = -math.sin(math.radians(angle)), math.cos(math.radians(angle))
    instance = arcload.Instance.from_edges(
        [("a", "b", 100, 1), ("b", "c", 100, 1)],
        depot="a",
        coordinates={"a": (0, -scale), "b": (0, 0), "c": (scale * x, scale * y)},
        geographic=geographic,
    )
    route = DrivenPlan(arcload.Tour(instance, (1, 2), (1, 1)))
    return [turn(route, before, after) for before, after in pairwise(route.walk)]


@pytest.mark.parametrize("geographic", [False, True])
@pytest.mark.parametrize(
    ("angle", "there", "back"),
    [
        (0, "straight", "straight"),
        (34, "straight", "straight"),
        (36, "left", "right"),
        (-36, "right", "left"),
        (90, "left", "right"),
        (-170, "right", "left"),
    ],
)
def test_turns_follow_the_change_of_direction(
    angle: float, there: str, back: str, geographic: bool
) -> None:
    assert _turns(angle, geographic=geographic) == [there, "U", back]


def test_a_hook_at_the_end_of_a_street_is_no_turn() -> None:
    """A shape whose last metre points sideways still leads straight on."""
    hook = ((0.0, 0.0), (0.0, 99.0), (1.0, 99.0), (1.0, 100.0))
    instance = arcload.Instance.from_edges(
        [arcload.Edge("a", "b", 101, 1, shape=hook), ("b", "c", 100, 1)],
        start="a",
        end=arcload.FREE,
        coordinates={"a": (0, 0), "b": (1, 100), "c": (1, 200)},
    )
    route = DrivenPlan(arcload.Tour(instance, (1, 2), (1, 1)))
    assert turn(route, *route.walk) == "straight"


def test_a_loop_driven_on_is_no_u_turn_and_driven_back_is_one() -> None:
    instance = arcload.Instance.from_edges([("a", "a", 9, 1)], depot="a")
    route = DrivenPlan(arcload.Tour(instance, (1,), (1,)))
    (there,) = route.walk
    (back,) = arcload.Tour(instance, (1,), (2,)).walk
    assert (turn(route, there, there), turn(route, there, back)) == ("", "U")
