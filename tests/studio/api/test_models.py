"""What requests and answers hold."""

import pytest

from arcload.studio.api.models import steps_left


@pytest.mark.parametrize(
    ("edits", "left"),
    [
        ({}, (False, False)),
        ({"steps": [[], []], "position": 2}, (True, False)),
        ({"steps": [[], []], "position": 1}, (True, True)),
        ({"steps": [[], []], "position": 0}, (False, True)),
    ],
)
def test_steps_to_undo_and_to_redo(edits: dict[str, object], left: tuple[bool, bool]) -> None:
    assert steps_left(edits) == left
