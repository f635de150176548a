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
        self._matter = len(self._wanted) > 1  # else nothing must be linked
        self._source = self._parts  # from where the tour comes and where it goes

    def by_parts(
        self, deadheads: FloatArray, starts: FloatArray, ends: FloatArray, below: float
    ) -> Iterator[BoolArray]:
        """Give the entered sets below a number among the parts that edges above weights connect.

        Parameters
        ----------
        deadheads
            Of each arc.
        starts, ends
            Share of each node as the start, and as the end.
        below
            How often a set is entered.
        """
        if not self._matter:
            return
        graph = self._graph(deadheads, starts, ends)
        for labels in graph.parts(*_LEVELS):
            wanted = np.zeros(int(labels.max()) + 1, dtype=np.bool_)
            wanted[labels[self._wanted]] = True
            wanted[labels[self._source]] = False
            for label in np.flatnonzero(wanted & (graph.borders(labels) < below)):
                yield (labels == label)[self._ends.part]

    def least(
        self, deadheads: FloatArray, starts: FloatArray, ends: FloatArray, below: float
    ) -> Iterator[BoolArray]:
        """Give entered sets, among them the least one around every part, below a number."""
        if not self._matter:
            return
        graph = self._graph(deadheads, starts, ends)
        (labels,) = graph.parts(below)
        wanted = np.unique(np.append(labels[self._source], labels[self._wanted]))
        for side in graph.merged(labels).cuts_between(wanted, below):
            inside = side[labels]
            yield (inside ^ inside[self._source])[self._ends.part]

    def _graph(self, deadheads: FloatArray, starts: FloatArray, ends: FloatArray) -> WeightedGraph:
        """Return the graph of parts, in which a border weighs as much as its set is entered.

        That is half of all that crosses it, as it is left as often: the source leads to where the
        tour starts, and where it ends leads to the source.
        """
        network, part = self._network, self._ends.part
        places = starts + ends
        at = np.flatnonzero(places)
        return WeightedGraph(
            self._parts + 1,
            np.append(part[network.tail], np.full(len(at), self._source)),
            np.append(part[network.head], part[at]),
            np.append(deadheads, places[at]) / 2,
        )
