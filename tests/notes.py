"""Looking for a note among those that were collected."""

import re
from collections.abc import Iterable

from arcload import Note


def noted(notes: Iterable[Note], pattern: str) -> list[str]:
    """Return the notes in which a pattern is found, as Python says them."""
    return [str(note) for note in notes if re.search(pattern, str(note))]
