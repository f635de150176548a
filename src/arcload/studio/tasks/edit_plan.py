"""Change the network of a plan."""

from typing import Any

from arcload.studio.edits.edit_step import edit_step
from arcload.studio.edits.edits import Edits
from arcload.studio.tasks.instance_text import instance_of


def edit_plan(value: dict[str, Any]) -> dict[str, Any]:
    """Return the edits after one more step, and what is then other on the map.

    Parameters
    ----------
    value
        The ``base`` network, the ``edits`` so far, and one of ``changes``, ``step`` ("undo" or
        "redo") and ``restore``, the edits of a version.
    """
    restore = value.get("restore")
    edits, answer = edit_step(
        instance_of(value["base"]),
        Edits.from_dict(value["edits"]),
        changes=value.get("changes"),
        step=value.get("step"),
        restore=None if restore is None else Edits.from_dict(restore),
    )
    return {"edits": edits.to_dict(), **answer}
