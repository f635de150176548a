"""Where a tour must come by, and where an odd number of deadheads must begin or end."""

from typing import NamedTuple

import numpy as np

from arcload.model.types import BoolArray, IntArray
from arcload.proofs.street_network import StreetNetwork


class RequiredEnds(NamedTuple):
    """The nodes of a network as its streets to be served see them."""

    places: IntArray
    """Where the tour must start and end; a place that is free is not among them."""
    active: BoolArray
    """Whether a street to be served ends at each node, or the tour must start or end there."""
    odd: BoolArray
    """Whether an odd number of them does."""
    part: IntArray
    """Label of each node's part: nodes that streets to be served connect."""

    @classmethod
    def of(cls, network: StreetNetwork) -> "RequiredEnds":
        """Return them."""
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import connected_components

        first = np.unique(network.street, return_index=True)[1]  # one arc of each street
        first = first[network.served[network.street[first]]]
        ends = np.stack([network.tail[first], network.head[first]])
        places = np.array([p for p in (network.start, network.end) if p >= 0], dtype=np.int64)
        count = np.bincount(np.append(ends.ravel(), places), minlength=network.nodes)
        shape = (network.nodes, network.nodes)
        graph = csr_array((np.ones(len(first)), (ends[0], ends[1])), shape=shape)
        _, part = connected_components(graph, directed=False)
        return cls(places, count > 0, count % 2 == 1, np.asarray(part, dtype=np.int64))
