"""The instance of a plan as JSON."""

from typing import Any

from arcload.studio.tasks.edited_base import edited_base
from arcload.studio.tasks.instance_text import text_of


def edited_instance(value: dict[str, Any]) -> str:
    """Return the JSON text of the instance that the ``edits`` make of the ``base``."""
    _, instance = edited_base(value)
    return text_of(instance)
