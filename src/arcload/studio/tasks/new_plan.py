"""What is kept of an instance that becomes a plan."""

from typing import Any

from arcload.model.instance import Instance
from arcload.studio.edits.edits import Edits
from arcload.studio.edits.facts_of import facts_of
from arcload.studio.tasks.instance_text import text_of
from arcload.studio.tasks.sentence import note_sentence


def new_plan(instance: Instance, source: str) -> dict[str, Any]:
    """Return the ``base`` as JSON text, the ``name``, the ``source``, ``notes`` and ``facts``.

    Parameters
    ----------
    instance
        The instance.
    source
        The file that it was read from.
    """
    return {
        "base": text_of(instance),
        "name": instance.name,
        "source": source,
        "notes": [note_sentence(note) for note in dict.fromkeys(instance.notes)],
        "facts": facts_of(instance, Edits()),
    }
