"""Sets of nodes that a fractional tour serves without coming to them."""

from collections.abc import Iterator

import numpy as np

from arcload.model.types import BoolArray, FloatArray
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.postman.weighted_graph import WeightedGraph
from arcload.proofs.street_network import StreetNetwork

_LEVELS = (1e-6, 0.1, 0.2, 0.3, 0.45, 0.6, 0.75, 0.9)  # weights above which nodes are together


class LinkedSets:
    """Finds sets that are entered too little.

    A border that cuts one street to be served is odd, or has the start or the end inside; one
    that cuts two is crossed often enough. So the sets are made of whole parts.

    Parameters
    ----------
    network, ends
        The network and its required ends.
    """

    def __init__(self, network: StreetNetwork, ends: RequiredEnds) -> None:
        self._network, self._ends = network, ends
        self._parts = int(ends.part.max(initial=-1)) + 1
        self._wanted = np.unique(ends.part[ends.active])
        self._source = self._parts  # leads to every part where the tour may start

    @property
    def matter(self) -> bool:
        """Whether there are two parts that must be linked."""
        return len(self._wanted) > 1

    def by_parts(self, deadheads: FloatArray, starts: FloatArray) -> Iterator[BoolArray]:
        """Give those among the parts that edges above several weights connect.

        Parameters
        ----------
        deadheads
            Of each arc.
        starts
            Share of each node as the start.
        """
        graph = self._graph(deadheads, starts)
        for labels in graph.parts(*_LEVELS):
            for label in np.unique(labels[self._wanted]):
                if labels[self._source] != label:
                    yield (labels == label)[self._ends.part]

    def least(self, deadheads: FloatArray, starts: FloatArray, below: float) -> Iterator[BoolArray]:
        """Give the least entered set around every part, if it is entered less than a number."""
        graph = self._graph(deadheads, starts)
        for inside in graph.cuts_around(self._source, self._wanted, below):
            yield inside[self._ends.part]

    def _graph(self, deadheads: FloatArray, starts: FloatArray) -> WeightedGraph:
        network, part = self._network, self._ends.part
        at = np.flatnonzero(starts > 0)
        return WeightedGraph(
            self._parts + 1,
            np.append(part[network.tail], np.full(len(at), self._source)),
            np.append(part[network.head], part[at]),
            np.append(deadheads, starts[at]),
            directed=True,
        )
