"""What is noted of compiled kernels holds until they are kept."""

import arcload
from arcload.engine.kernel_notes import kernel_notes, note_kept, note_not_kept
from tests.examples import FOUR_EDGES


def test_one_reason_is_one_note_until_all_are_kept() -> None:
    for name in ("a", "b"):
        note_not_kept(name, "the disk is full")
    assert [str(note) for note in kernel_notes()] == ["the disk is full"]
    note_kept("a")
    assert kernel_notes()
    note_kept("b")
    note_kept("c")
    assert not kernel_notes()


def test_a_result_has_the_notes_of_its_process() -> None:
    note_not_kept("a", "the disk is full")
    try:
        result = arcload.solve(FOUR_EDGES, "greedy")
    finally:
        note_kept("a")
    assert [str(note) for note in result.notes] == ["the disk is full"]
    assert "notes" not in result.summary()
    assert not arcload.solve(FOUR_EDGES, "greedy").notes
