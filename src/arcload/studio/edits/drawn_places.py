"""Where a map marks the depot and the facilities."""

from typing import Any

from arcload.model.instance import Instance
from arcload.model.vehicle import Free
from arcload.studio.edits.edited_state import EditedState
from arcload.views.place_names import place_names


def drawn_places(base: Instance, state: EditedState) -> dict[str, Any]:
    """Return the places by the indices of their nodes: the depot, the facilities, all with names.

    Parameters
    ----------
    base
        The network.
    state
        Its vehicles and facilities.
    """
    depot = state.depot
    names = place_names(state)
    return {
        "depot": None if isinstance(depot, Free) else base.node_index(depot),
        "facilities": [base.node_index(place.node) for place in state.facilities],
        "places": [{"node": base.node_index(node), "name": name} for node, name in names.items()],
    }
