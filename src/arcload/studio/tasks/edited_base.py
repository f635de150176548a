"""The instance of a plan: its network with all edits."""

from collections.abc import Mapping
from typing import Any

from arcload.model.instance import Instance
from arcload.studio.edits.edited import edited
from arcload.studio.edits.edits import Edits
from arcload.studio.tasks.instance_text import instance_of


def edited_base(value: Mapping[str, Any]) -> tuple[Instance, Instance]:
    """Return the network that a value has as ``base``, and the instance that its ``edits`` make."""
    base = instance_of(value["base"])
    return base, edited(base, Edits.from_dict(value["edits"]))
