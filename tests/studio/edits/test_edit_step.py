"""One step of a planner, and what the page is told of it."""

import pytest

from arcload import InputError
from arcload.studio.edits.edit_step import edit_step
from arcload.studio.edits.edits import Edits
from arcload.studio.edits.facts_of import facts_of
from tests.studio.edits.towns import ON_EARTH

SIX = [{"streets": [1], "demand": 6}]


def test_changes_undo_redo_and_restore() -> None:
    edits, told = edit_step(ON_EARTH, Edits(), changes=SIX)
    assert (told["changed"], told["streets"]["demand"]) == ([0], [6])
    assert (told["problem"], told["can_undo"], told["can_redo"]) == (None, True, False)
    assert told["facts"] == facts_of(ON_EARTH, edits)
    undone, told = edit_step(ON_EARTH, edits, step="undo")
    assert (told["streets"]["demand"], told["can_undo"], told["can_redo"]) == ([1], False, True)
    assert edit_step(ON_EARTH, undone, step="redo")[0] == edits
    restored, told = edit_step(ON_EARTH, undone, restore=edits)
    assert (restored.changes, told["streets"]["demand"]) == (edits.changes, [6])


def test_a_step_after_which_no_plan_is_possible_is_taken_and_told() -> None:
    edits, told = edit_step(ON_EARTH, Edits(), changes=[{"streets": [1, 3], "closed": True}])
    assert edits.can_undo
    assert "cannot be reached" in told["problem"]
    assert edit_step(ON_EARTH, edits, step="undo")[1]["problem"] is None


def test_what_is_no_change_is_refused() -> None:
    with pytest.raises(InputError, match="9"):
        edit_step(ON_EARTH, Edits(), changes=[{"streets": [9], "closed": True}])
    with pytest.raises(InputError, match="undone"):
        edit_step(ON_EARTH, Edits(), step="undo")
