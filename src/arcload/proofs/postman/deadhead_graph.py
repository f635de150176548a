"""The graph of a solution's deadheads, where odd sets are light cuts."""

import numpy as np

from arcload.model.types import FloatArray
from arcload.proofs.postman.weighted_graph import WeightedGraph
from arcload.proofs.street_network import StreetNetwork


def deadhead_graph(
    network: StreetNetwork, deadheads: FloatArray, starts: FloatArray, ends: FloatArray
) -> WeightedGraph:
    """Return the graph; what starts or ends at a place that is free leads to its last node."""
    places = np.zeros(network.nodes)
    for given, loose in ((network.start, starts), (network.end, ends)):
        if given < 0:
            places += loose
    return WeightedGraph(
        network.nodes + 1,
        np.append(network.tail, np.arange(network.nodes)),
        np.append(network.head, np.full(network.nodes, network.nodes)),
        np.append(deadheads, places),
    )
