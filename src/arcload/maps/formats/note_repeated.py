"""Streets that a file draws twice."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arcload.model.errors import counted
from arcload.model.notes import Note
from arcload.model.types import BoolArray

if TYPE_CHECKING:
    from arcload.maps.formats.streets import Street


def note_repeated(
    path: Path,
    streets: Sequence["Street"],
    served: BoolArray,
    place_of: Callable[[int], str],
    notes: list[Note],
) -> None:
    """Note streets that are served twice: an earlier one has their line, name and demand.

    Parameters
    ----------
    path
        The file.
    streets
        All streets.
    served
        Whether each is to be served.
    place_of
        Says where in the file a street stands, by its position.
    notes
        Takes the note.
    """
    seen, repeated = set(), []
    for k, street in enumerate(streets):
        if not served[k]:
            continue
        lines = tuple(tuple(line) for line in street.lines)
        if street.way == 0 and len(lines) == 1:
            lines = (min(lines[0], lines[0][::-1]),)
        said = lines, street.name, street.demand, street.way
        if said in seen:
            repeated.append(k)
        seen.add(said)
    if repeated:
        count = counted(len(repeated), "street")
        notes.append(
            Note(
                f"{path}: {count} {'is' if len(repeated) == 1 else 'are'} drawn twice with the "
                f"same name and demand, and served twice, such as in {place_of(repeated[0])}; "
                "remove what is meant once"
            )
        )
