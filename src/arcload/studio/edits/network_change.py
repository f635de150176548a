"""What a map must draw anew after a change."""

from typing import Any

import numpy as np

from arcload.model.instance import Instance
from arcload.studio.edits.drawn_places import drawn_places
from arcload.studio.edits.edited_state import EditedState
from arcload.studio.edits.edits import Edits
from arcload.views.page.short import shortened
from arcload.views.page.street_columns import one_way


def network_change(base: Instance, before: Edits, after: Edits) -> dict[str, Any]:
    """Return the streets that differ and all places, ready for JSON.

    Parameters
    ----------
    base
        The instance that was changed.
    before, after
        What the map shows, and what it is to show.
    """
    now = EditedState.of(base, after)
    changed = np.flatnonzero(now.differing(EditedState.of(base, before)))
    flags = now.flags(EditedState.of(base, Edits()))
    return {
        "changed": changed.tolist(),
        "streets": {
            "demand": shortened(now.demands[changed].tolist()),
            "oneWay": one_way(now.lengths[changed]),
            "flags": flags[changed].tolist(),
        },
        **drawn_places(base, now),
    }
