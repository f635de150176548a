"""The network of a plan for the map."""

import json
from typing import Any

from arcload.studio.edits import network_data as drawn
from arcload.studio.edits.edits import Edits
from arcload.studio.tasks.instance_text import instance_of


def network_data(value: dict[str, Any]) -> str:
    """Return the JSON text of the ``base`` network with its ``edits``, as the map draws it."""
    base, edits = instance_of(value["base"]), Edits.from_dict(value["edits"])
    return json.dumps(drawn.network_data(base, edits), separators=(",", ":"))
