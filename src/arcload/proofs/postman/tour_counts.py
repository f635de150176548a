"""Numbers that are whole in every tour, and may not be in a fractional one.

They are how often a street is driven without service, how often a node is left and entered without
service, how often a part is entered, and whether the tour starts or ends at a node. At a node the
number is even or odd, as its streets to be served have it.
"""

from typing import Any, NamedTuple

import numpy as np

from arcload.model.types import FloatArray, IntArray
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.street_network import StreetNetwork

_WHOLE = 1e-6  # by which a count may be off


class OpenCount(NamedTuple):
    """A count that a solution has between two values of tours."""

    number: int
    below: float
    above: float


class TourCounts(NamedTuple):
    """The counts of a network, each a sum of columns of its program."""

    matrix: Any
    """[count, column]: 1 where a column is counted, sparse."""
    first: FloatArray
    """Least value of each count in a tour."""
    step: FloatArray
    """By how much the next value is greater."""
    most: FloatArray
    """Greatest value of each count in a tour with the shortest ways between its services."""
    kinds: list[slice]
    """The counts of streets, nodes, parts and places."""

    @classmethod
    def of(
        cls,
        network: StreetNetwork,
        ends: RequiredEnds,
        columns: int,
        starts: tuple[IntArray, IntArray],
        stops: tuple[IntArray, IntArray],
    ) -> "TourCounts":
        """Return the counts.

        Parameters
        ----------
        network, ends
            The network and its required ends.
        columns
            Number of columns of the program; the deadheads of the arcs are the first.
        starts, stops
            Nodes where the tour may start, or end, and the column of each; none if that is given.
        """
        from scipy.sparse import csr_array

        arcs, nodes = np.arange(len(network.street)), network.nodes
        across = arcs[network.tail != network.head]
        wanted = np.unique(ends.part[ends.active])
        number = np.full(nodes + 1, -1)
        number[wanted] = np.arange(len(wanted))
        into, out_of = number[ends.part[network.head]], number[ends.part[network.tail]]
        entering = arcs[(into != out_of) & (into >= 0)]
        places = np.append(starts[1], stops[1])
        kinds = [
            (network.streets, [(network.street, arcs)]),
            (
                nodes,
                [(network.tail[across], across), (network.head[across], across), starts, stops],
            ),
            (
                len(wanted),
                [(into[entering], entering), (number[ends.part[starts[0]]], starts[1])],
            ),
            (len(places), [(np.arange(len(places)), places)]),
        ]
        first = np.cumsum([0, *(count for count, _ in kinds)]).tolist()
        pairs = [
            (start + counts, counted)
            for start, (_, entries) in zip(first, kinds, strict=False)
            for counts, counted in entries
        ]
        where = tuple(np.concatenate([pair[i] for pair in pairs]) for i in range(2))
        matrix = csr_array((np.ones(len(where[0])), where), shape=(first[-1], columns))
        of_nodes = slice(first[1], first[2])
        least, step = np.zeros(first[-1]), np.ones(first[-1])
        least[of_nodes], step[of_nodes] = ends.odd, 2.0
        # A shortest way meets no node twice, and the first and the last one may be chosen.
        ways, sizes = int(network.served.sum()) + 1, np.bincount(number[ends.part] + 1)[1:]
        most = np.append(np.full(network.streets, ways), np.full(nodes, 2 * ways + 2))
        most = np.concatenate([most, ways * sizes + 1, np.ones(len(places))])
        most = least + step * np.floor((most - least) / step)
        return cls(matrix, least, step, most, list(map(slice, first, first[1:])))

    def open(self, columns: FloatArray, most: int) -> list[OpenCount]:
        """Return counts that no tour has, of each kind the nearest to the middle of two values.

        Parameters
        ----------
        columns
            A solution of the program.
        most
            How many of a kind.
        """
        values = self.matrix @ columns
        below = self.first + self.step * np.floor((values - self.first + _WHOLE) / self.step)
        below = np.minimum(below, self.most)
        share = (values - below) / self.step
        found: list[OpenCount] = []
        for kind in self.kinds:
            off = np.abs(share[kind] - 0.5)
            nearest = kind.start + np.argsort(off, kind="stable")[:most]
            found += [
                OpenCount(int(i), float(below[i]), float(below[i] + self.step[i]))
                for i in nearest
                if share[i] * self.step[i] > _WHOLE
            ]
        return found
