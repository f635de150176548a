"""What is noted of compiled kernels holds until they are kept."""

from arcload.engine.kernel_notes import kernel_notes, note_kept, note_not_kept


def test_one_reason_is_one_note_until_all_are_kept() -> None:
    for name in ("a", "b"):
        note_not_kept(name, "the disk is full")
    assert [str(note) for note in kernel_notes()] == ["the disk is full"]
    note_kept("a")
    assert kernel_notes()
    note_kept("b")
    note_kept("c")
    assert not kernel_notes()
