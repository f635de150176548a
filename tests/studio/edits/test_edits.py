"""Steps of changes, undone and redone."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcload import InputError
from arcload.studio.edits.edits import Edits
from tests.examples import FOUR_EDGES
from tests.strategies import instances
from tests.studio.edits.changes import edits_of, steps

FIVE = {"streets": [1], "demand": 5}
SHUT = {"streets": [2], "closed": True}


def test_several_changes_are_one_step_of_undo() -> None:
    edits = Edits().with_step([FIVE, SHUT], FOUR_EDGES)
    assert edits.changes == (FIVE, SHUT)
    assert edits.undo().changes == ()


def test_a_new_step_takes_the_place_of_what_was_undone() -> None:
    edits = Edits().with_step([FIVE], FOUR_EDGES).undo().with_step([SHUT], FOUR_EDGES)
    assert edits.changes == (SHUT,)
    assert not edits.can_redo


@settings(max_examples=25)
@given(st.data())
def test_undo_gives_the_state_before_and_redo_the_one_after(data: st.DataObject) -> None:
    base = data.draw(instances())
    before = data.draw(edits_of(base))
    after = before.with_step(data.draw(steps(base)), base)
    assert after.undo().changes == before.changes
    assert after.undo().redo() == after


@settings(max_examples=25)
@given(st.data())
def test_edits_are_kept_as_json(data: st.DataObject) -> None:
    base = data.draw(instances())
    edits = data.draw(edits_of(base))
    assert Edits.from_dict(json.loads(json.dumps(edits.to_dict(), allow_nan=False))) == edits


def test_what_was_never_changed_is_an_empty_object() -> None:
    assert Edits().to_dict() == {}
    assert Edits.from_dict({}) == Edits()


@settings(max_examples=25)
@given(st.data())
def test_going_back_to_other_edits_is_one_step(data: st.DataObject) -> None:
    base = data.draw(instances())
    now, other = data.draw(edits_of(base)), data.draw(edits_of(base))
    assert now.restored(other).changes == other.changes
    assert now.restored(other).undo().changes == now.changes


@pytest.mark.parametrize("step", [Edits.undo, Edits.redo])
def test_without_a_step_nothing_is_undone_or_redone(step) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError, match="nothing"):
        step(Edits())


@pytest.mark.parametrize(
    "kept",
    [
        {"steps": 3},
        {"steps": [{}]},
        {"steps": [[1]]},
        {"steps": [], "position": 1},
        {"steps": [[]], "position": True},
        {"steps": [[]], "position": -1},
    ],
)
def test_what_is_no_kept_edits_is_refused(kept: dict[str, object]) -> None:
    with pytest.raises(InputError, match="edits"):
        Edits.from_dict(kept)
