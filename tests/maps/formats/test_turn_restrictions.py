"""Which restrictions of turns hold for the vehicles."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from arcload import Note, Turn
from arcload.maps.formats.turn_restrictions import TurnRestriction, Who, forbidden_turns

ONE, OTHER = Turn(1, 1, 2, 1), Turn(2, 1, 3, 1)


@pytest.mark.parametrize(
    ("who", "weights", "fate"),
    [
        ("all", [None], "1 obeyed (1 turn forbidden)"),
        ("heavy", [3501.0], "1 obeyed (1 turn forbidden)"),
        ("heavy", [3500.0], "1 not for vehicles up to 3.5 t"),
        ("light", [3501.0], "1 not for vehicles above 3.5 t"),
        ("light", [3501.0, 1000.0], "1 obeyed (1 turn forbidden)"),
        ("heavy", [None], "1 not applied, since the weight of the vehicle is not known"),
    ],
)
def test_a_restriction_holds_for_all_if_for_one(
    who: Who, weights: Sequence[float | None], fate: str
) -> None:
    notes: list[Note] = []
    found = [TurnRestriction("restriction:hgv", "no_u_turn", who, (ONE,))]
    turns = forbidden_turns(found, weights, Path("town"), notes)
    assert turns == ((ONE,) if "obeyed" in fate else ())
    assert [n.text for n in notes] == [f"town: restriction:hgv=no_u_turn in 1 relation: {fate}"]


def test_turns_are_counted_once_and_reasons_by_tag() -> None:
    notes: list[Note] = []
    found = [
        TurnRestriction("restriction", "no_u_turn", "all", (ONE, OTHER)),
        TurnRestriction("restriction", "no_left_turn", "all", (OTHER,)),
        TurnRestriction("restriction", "no_exit", "all", (), "since it leads via a way"),
    ]
    assert forbidden_turns(found, [None], Path("town"), notes) == (ONE, OTHER)
    (note,) = notes
    assert "in 3 relations: 2 obeyed (2 turns forbidden), 1 left out since it leads" in note.text
