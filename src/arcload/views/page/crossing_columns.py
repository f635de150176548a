"""The crossings of a walk as columns of short numbers."""

from collections.abc import Sequence
from typing import Any

from arcload.model.courses import drives_forward
from arcload.model.crossing import Crossing
from arcload.model.instance import Instance
from arcload.views.page.short import shortened

FORWARD, SERVED = 1, 2
"""Flags of a crossing."""


def crossing_columns(walk: Sequence[Crossing], network: Instance) -> dict[str, Any]:
    """Return the edge of each crossing by its index, its flags, and the load before and after.

    Parameters
    ----------
    walk
        What is driven.
    network
        The network by which edges are numbered; it may have more of them than were driven on.
    """
    edges = [network.edge_index(crossing.edge) for crossing in walk]
    loads = [crossing.load_before for crossing in walk]
    return {
        "edge": edges,
        "flags": [
            FORWARD * drives_forward(crossing, network, edge) + SERVED * crossing.served
            for crossing, edge in zip(walk, edges, strict=True)
        ],
        "load": shortened([*loads, *(crossing.load_after for crossing in walk[-1:])]),
    }
