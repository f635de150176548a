"""One step of a planner: changes, undo, redo, or back to a version."""

from typing import Any

from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.studio.edits.edited import edited
from arcload.studio.edits.edits import Edits
from arcload.studio.edits.facts_of import facts_of
from arcload.studio.edits.network_change import network_change


def edit_step(
    base: Instance,
    edits: Edits,
    *,
    changes: Any = None,
    step: str | None = None,
    restore: Edits | None = None,
) -> tuple[Edits, dict[str, Any]]:
    """Return the edits after a step, and what the page must know of it, ready for JSON.

    A step after which no plan is possible is taken; ``problem`` then says why.

    Parameters
    ----------
    base, edits
        The instance and what was changed before.
    changes
        A list of changes, not checked yet.
    step
        ``"undo"`` or ``"redo"``, in place of changes.
    restore
        Edits to go back to, in place of changes.
    """
    if restore is not None:
        after = edits.restored(restore)
    elif step is not None:
        after = edits.undo() if step == "undo" else edits.redo()
    else:
        after = edits.with_step(changes, base)
    answer = network_change(base, edits, after) | {
        "problem": _problem(base, after),
        "facts": facts_of(base, after),
        "can_undo": after.can_undo,
        "can_redo": after.can_redo,
    }
    return after, answer


def _problem(base: Instance, edits: Edits) -> str | None:
    """Return why no plan is possible, None if one may be."""
    try:
        edited(base, edits)
    except InputError as error:
        return str(error)
    return None
