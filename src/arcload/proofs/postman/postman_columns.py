"""The columns of the linear program of the shortest tour, and what they mean.

y is which way each street is served, z how often each arc is driven without service, h the node
where the tour starts and k the one where it ends. The service of a two-way street is one column,
the share of its first direction; a place that is given and the service of a one-way street have
none.
"""

from typing import Any, NamedTuple

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.postman.cut import CutKind
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.postman.sum_rule import SumRule
from arcload.proofs.street_network import StreetNetwork

_LONGEST = 2.0**40  # length of an arc to the solver


class Crossings(NamedTuple):
    """What the columns of a solution mean."""

    deadheads: FloatArray
    """How often each arc is driven without service."""
    services: FloatArray
    """How often each arc is driven with it."""
    starts: FloatArray
    """Share of each node as the start: 1 at the one that is given."""
    ends: FloatArray


class PostmanColumns:
    """The columns z, y, h and k of a network, in this order.

    Parameters
    ----------
    network, ends
        The network and its required ends.
    """

    def __init__(self, network: StreetNetwork, ends: RequiredEnds) -> None:
        self._network, self._ends = network, ends
        street, served = network.street, network.served[network.street]
        two_way = np.zeros(len(street) + 1, dtype=np.bool_)  # whether the way back is the next arc
        two_way[1:-1] = street[1:] == street[:-1]
        self._ways = np.flatnonzero(two_way[1:] & served)
        self._only = np.flatnonzero(served & ~two_way[1:] & ~two_way[:-1])
        where = np.flatnonzero(ends.active | (not ends.active.any()))
        self._places = [where if p < 0 else where[:0] for p in (network.start, network.end)]
        sizes = [len(street), len(self._ways), *map(len, self._places)]
        first = np.cumsum([0, *sizes]).tolist()
        self._z, self._y, self._h, self._k = map(slice, first, first[1:])
        self.count: int = first[-1]
        """How many there are."""
        of_nodes = 2 * len(street) + np.arange(2 * network.nodes).reshape(2, -1)
        self._place = np.concatenate(
            [
                np.arange(len(street)),
                len(street) + self._ways,
                *(of_node[place] for of_node, place in zip(of_nodes, self._places, strict=True)),
            ]
        )
        self._column = np.full(2 * (len(street) + network.nodes), -1)
        self._column[self._place] = np.arange(self.count)

    @property
    def most(self) -> FloatArray:
        """Greatest value of each column; the least is 0."""
        most = np.ones(self.count)
        most[self._z] = np.inf
        return most

    @property
    def starts(self) -> tuple[IntArray, IntArray]:
        """Nodes where the tour may start, and the column of each; none if that is given."""
        return self._places[0], self._h.start + np.arange(len(self._places[0]))

    @property
    def stops(self) -> tuple[IntArray, IntArray]:
        """The same of where it may end."""
        return self._places[1], self._k.start + np.arange(len(self._places[1]))

    def costs(self, unit: float) -> FloatArray:
        """Return the length of each column, as the solver sees it."""
        length = np.minimum(self._network.length / unit, _LONGEST)
        costs = np.zeros(self.count)
        costs[self._z] = length
        costs[self._y] = length[self._ways] - length[self._ways + 1]
        return costs

    def crossings(self, columns: FloatArray) -> Crossings:
        """Return what a solution drives."""
        network = self._network
        services = np.zeros(len(network.street))
        services[self._only] = 1.0
        services[self._ways] = columns[self._y]
        services[self._ways + 1] = 1.0 - columns[self._y]
        shares = np.zeros((2, network.nodes))
        for share, given, (somewhere, place) in zip(
            shares, (network.start, network.end), (self.starts, self.stops), strict=True
        ):
            share[somewhere] = columns[place]
            if given >= 0:
                share[given] = 1.0
        return Crossings(np.maximum(0.0, columns[self._z]), services, shares[0], shares[1])

    def of_cut(self, kind: CutKind, inside: BoolArray) -> IntArray:
        """Return the columns of which the rule of a set asks for one at least."""
        into, out_of = inside[self._network.head], inside[self._network.tail]
        starts = self._h.start + np.flatnonzero(inside[self._places[0]])
        if kind == "linked":
            return np.append(np.flatnonzero(into & ~out_of), starts)
        ends = self._k.start + np.flatnonzero(inside[self._places[1]])
        return np.concatenate([np.flatnonzero(into != out_of), starts, ends])

    def of_sum(self, rule: SumRule) -> tuple[IntArray, IntArray]:
        """Return the columns that a rule counts, and the factor of each."""
        places, factors = rule.counted
        columns = self._column[places]
        kept = columns >= 0
        return columns[kept], factors[kept]

    def sum_rule(self, columns: IntArray, factors: IntArray, least: int) -> SumRule:
        """Return the rule of a sum of columns."""
        return SumRule.of(self._place[columns], factors, least)

    def places(self, columns: IntArray) -> IntArray:
        """Return the places of columns, as `SumRule` has them."""
        return self._place[columns]

    def entering(self, kind: CutKind, inside: BoolArray) -> SumRule:
        """Return the rule of how often a set is entered, starts in it included.

        What must cross the border of an odd set does so an odd number of times with one crossing
        more at the least, and half of all crossings enter it; a linked set is entered once.
        """
        network, only, first = self._network, self._only, self._ways
        into = inside[network.head] & ~inside[network.tail]
        out_of = inside[network.tail] & ~inside[network.head]
        least = 1
        if kind == "odd":
            across = int(np.count_nonzero((into | out_of)[np.append(only, first)]))
            least = (across + int(inside[self._ends.places].sum()) + 1) // 2
        there, back = np.flatnonzero(into[first]), np.flatnonzero(out_of[first])
        least -= int(into[only].sum()) + len(back)
        if network.start >= 0:
            least -= int(inside[network.start])
        starts = self._h.start + np.flatnonzero(inside[self._places[0]])
        columns = [np.flatnonzero(into), self._y.start + there, self._y.start + back, starts]
        factors = np.repeat([1, 1, -1, 1], list(map(len, columns)))
        return self.sum_rule(np.concatenate(columns), factors, least)

    def equations(self) -> tuple[Any, FloatArray]:
        """Return the equations of the nodes and those of free places, and their sums.

        Each node is left as often as it is entered, the start once more, the end once less.
        """
        from scipy.sparse import csr_array

        network, nodes = self._network, self._network.nodes
        tail, head, first = network.tail, network.head, self._ways
        sums = np.zeros(nodes)
        for arcs in (self._only, first + 1):  # driven unless the column says otherwise
            np.subtract.at(sums, tail[arcs], 1.0)
            np.add.at(sums, head[arcs], 1.0)
        entries = [
            (tail, np.arange(len(tail)), 1.0),
            (head, np.arange(len(tail)), -1.0),
            (tail[first], self._y.start + np.arange(len(first)), 2.0),
            (head[first], self._y.start + np.arange(len(first)), -2.0),
        ]
        free = 0
        for given, (somewhere, columns), sign in zip(
            (network.start, network.end), (self.starts, self.stops), (1.0, -1.0), strict=True
        ):
            if given >= 0:
                sums[given] += sign
                continue
            entries.append((somewhere, columns, -sign))
            entries.append((np.full(len(somewhere), nodes + free), columns, 1.0))
            free += 1
        rows, columns = (np.concatenate([entry[i] for entry in entries]) for i in range(2))
        values = np.repeat([entry[2] for entry in entries], [len(entry[0]) for entry in entries])
        shape = (nodes + free, self.count)
        return csr_array((values, (rows, columns)), shape=shape), np.append(sums, np.ones(free))
