"""Whether the lengths that a file states fit what it draws."""

from pathlib import Path

from arcload.model.notes import Note
from arcload.model.types import FloatArray

_OFF = 2.0  # by which factor stated lengths may differ from drawn ones before a note


def note_lengths(
    path: Path, stated: FloatArray, drawn: FloatArray, notes: list[Note], unit: str = "m"
) -> None:
    """Note stated lengths that add up to half or twice what is drawn: their unit may be another.

    Parameters
    ----------
    path
        The file.
    stated, drawn
        The lengths of the streets that state one, both in metres.
    notes
        Takes the note.
    unit
        The unit in which the file is taken to state them.
    """
    if not len(stated):
        return
    in_all, on_map = float(stated.sum()), float(drawn.sum())
    if not in_all <= _OFF * on_map or not on_map <= _OFF * in_all:
        notes.append(
            Note(
                f"{path}: the stated lengths add up to {in_all:.4g} m, the drawn ones to "
                f"{on_map:.4g} m",
                f"{{length_unit}} gives their unit if it is not {unit}",
            )
        )
