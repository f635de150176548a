"""Read the route that is driven today."""

import base64
from pathlib import Path
from typing import Any

from arcload.studio.tasks.edited_base import edited_base
from arcload.studio.tasks.kept_today import kept_today
from arcload.studio.tasks.sentence import note_sentence


def read_today(value: dict[str, Any]) -> dict[str, Any]:
    """Return today's route to be kept, and what the user should know of it.

    Parameters
    ----------
    value
        The ``base`` network and its ``edits``; a ``folder`` with the ``files``, which are names
        in it, one per vehicle or one for all.
    """
    folder = Path(value["folder"])
    files = [[name, _packed(folder / name)] for name in value["files"]]
    _, instance = edited_base(value)
    route = kept_today({"files": files}, instance)
    return {
        "today": {"files": files},
        "notes": [
            *(note_sentence(note) for note in dict.fromkeys(route.notes)),
            *(f"today's route breaks a rule: {broken}" for broken in route.broken),
        ],
    }


def _packed(file: Path) -> str:
    return base64.b64encode(file.read_bytes()).decode()
