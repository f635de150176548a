"""Turns in words."""

import math

import pytest

from arcload import Edge, Instance, Tour
from arcload.model.instructions import instruction, turn_words
from arcload.model.roundabouts import Passage


def _words(angle: float) -> list[str]:
    """Return the turns of a drive north to a corner, on at an angle to the left, and back."""
    x, y = -math.sin(math.radians(angle)), math.cos(math.radians(angle))
    instance = Instance.from_edges(
        [("a", "b", 100, 1), ("b", "c", 100, 1)],
        depot="a",
        coordinates={"a": (0, -100), "b": (0, 0), "c": (100 * x, 100 * y)},
    )
    (route,) = Tour(instance, (1, 2), (1, 1)).driven
    return turn_words(route, [])


@pytest.mark.parametrize(
    ("angle", "there", "back"),
    [
        (0, "straight", "straight"),
        (34, "straight", "straight"),
        (36, "slight left", "slight right"),
        (-59, "slight right", "slight left"),
        (90, "left", "right"),
        (-119, "right", "left"),
        (121, "sharp left", "sharp right"),
        (-170, "sharp right", "sharp left"),
    ],
)
def test_the_angle_tells_the_turn(angle: float, there: str, back: str) -> None:
    assert _words(angle) == ["start", there, "U-turn", back]


def test_without_coordinates_only_u_turns_are_known() -> None:
    instance = Instance.from_edges([Edge("a", "b", 9, 1), Edge("b", "c", 9, 1)], depot="a")
    (route,) = Tour(instance, (1, 2), (1, 1)).driven
    assert turn_words(route, []) == ["start", "", "U-turn", ""]


@pytest.mark.parametrize(
    ("exit_", "rounds", "words"),
    [
        (1, 0, "1st exit"),
        (2, 0, "2nd exit"),
        (3, 0, "3rd exit"),
        (11, 0, "11th exit"),
        (22, 0, "22nd exit"),
        (2, 1, "2nd exit after a full round"),
        (1, 2, "1st exit after 2 full rounds"),
    ],
)
def test_the_exit_of_a_roundabout_is_said(exit_: int, rounds: int, words: str) -> None:
    instance = Instance.from_edges(
        [("a", "b", 9, 1), ("b", "c", 9, 0), ("c", "d", 9, 1)],
        start="a",
        end="d",
        coordinates={"a": (0, 0), "b": (9, 0), "c": (9, 9), "d": (18, 9)},
    )
    (route,) = Tour(instance, (1, 3), (1, 1)).driven
    turns = turn_words(route, [Passage(1, 2, exit_, rounds)])
    assert turns == ["start", "into the roundabout", f"roundabout, {words}"]
    assert (
        instruction(turns[2], "Mill Lane") == f"at the roundabout take the {words} into Mill Lane"
    )


@pytest.mark.parametrize(
    ("turn", "sentence"),
    [
        ("start", "start in Mill Lane"),
        ("left", "turn left into Mill Lane"),
        ("slight right", "turn slightly right into Mill Lane"),
        ("sharp left", "turn sharp left into Mill Lane"),
        ("straight", "go straight on into Mill Lane"),
        ("U-turn", "make a U-turn in Mill Lane"),
        ("", "take Mill Lane"),
    ],
)
def test_a_turn_is_one_sentence(turn: str, sentence: str) -> None:
    assert instruction(turn, "Mill Lane") == sentence


def test_a_street_named_like_a_place_for_text_stays_as_it_is() -> None:
    assert instruction("left", "{street} {0}") == "turn left into {street} {0}"
