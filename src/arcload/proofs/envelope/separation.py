"""Finding cuts that a beginning of a tour breaks."""

import itertools
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from arcload.model.types import BoolArray, FloatArray, IntArray
from arcload.proofs.envelope.prefix_cut import PrefixCut
from arcload.proofs.envelope.prefix_program import Prefix
from arcload.proofs.street_network import StreetNetwork

_PER_SET = 2  # streets of a set for which it is a cut
_BLOCK = 256  # sets that are looked at together


class _Graph(NamedTuple):
    """Arcs in pairs, arc a ^ 1 leading back along arc a."""

    first: IntArray
    leaving: IntArray
    head: IntArray


class Separation:
    """Looks for cuts in one network.

    Parameters
    ----------
    network
        The network.
    late
        As in `PrefixProgram`.
    """

    def __init__(self, network: StreetNetwork, late: BoolArray) -> None:
        self.network = network
        self._late = late
        n, streets = network.nodes, network.streets
        forward = np.full(streets, -1)
        forward[network.street[::-1]] = np.arange(len(network.street))[::-1]
        used = np.flatnonzero(forward >= 0)
        ends = np.stack([network.tail[forward[used]], network.head[forward[used]]], axis=1)
        apart = ends[:, 0] != ends[:, 1]
        self._streets, self._ends = used[apart], ends[apart]
        """Streets that are no loops, and their ends."""
        place = np.full(streets, -1)
        place[self._streets] = np.arange(len(self._streets))
        # Arc 2 * i runs along street i from end 0 to end 1, 2 * (k + v) from the root n to v.
        k = len(self._streets)
        tail = np.concatenate([self._ends[:, 0], np.full(n, n)])
        head = np.concatenate([self._ends[:, 1], np.arange(n)])
        both_tails = np.stack([tail, head], axis=1).ravel()
        leaving = np.argsort(both_tails, kind="stable")
        first = np.concatenate([[0], np.cumsum(np.bincount(both_tails, minlength=n + 1))])
        self._graph = _Graph(first, leaving, np.stack([head, tail], axis=1).ravel())
        self._root_arcs = 2 * (k + np.arange(n))
        tail_of = np.full(streets, -1)
        tail_of[self._streets] = self._ends[:, 0]
        own = place[network.street]
        backwards = network.tail != tail_of[network.street]
        self._arc = np.where(own < 0, -1, 2 * own + backwards)
        """The graph's arc of each arc of the network, -1 for loops."""

    def cuts(self, prefix: Prefix, least: float) -> list[PrefixCut]:
        """Return cuts that a solution of the program breaks by at least so much."""
        found = {}
        for cut in itertools.chain(self._linked(prefix, least), self._parity(prefix, least)):
            found[cut.kind, cut.nodes.tobytes(), cut.streets.tobytes()] = cut
        return list(found.values())

    def _linked(self, prefix: Prefix, least: float) -> Iterator[PrefixCut]:
        """Find, for each node, the set with it that is entered least."""
        network = self.network
        enter = prefix.y + np.where(self._late, 0.0, prefix.z)
        served = self._per_street(prefix.y)
        wanted = np.zeros(network.nodes)
        for ends in (network.tail, network.head):
            np.maximum.at(wanted, ends, served[network.street])
        capacity = np.zeros(len(self._graph.head))
        some = self._arc >= 0
        np.add.at(capacity, self._arc[some], enter[some])
        capacity[self._root_arcs] = prefix.g
        for inside, flow in self._least_cuts(capacity, wanted - least):
            nodes = np.flatnonzero(inside)
            touching = np.unique(network.street[inside[network.head] | inside[network.tail]])
            lacks = served[touching] - flow
            for position in np.argsort(-lacks, kind="stable")[:_PER_SET]:
                if lacks[position] > least:
                    yield PrefixCut("linked", nodes, touching[[position]])

    def _parity(self, prefix: Prefix, least: float) -> Iterator[PrefixCut]:
        """Look at every node, and for each at the set with it that is cut off from the end best."""
        network, n, k = self.network, self.network.nodes, len(self._streets)
        if not k:
            return
        y, z = self._per_street(prefix.y), self._per_street(prefix.z)
        as_other = (y + self._per_street(np.where(self._late, 0.0, prefix.z)))[self._streets]
        as_f = np.where(network.served, z + 1 - y, np.inf)[self._streets]
        ends_here = prefix.h + (prefix.g if network.start < 0 else 0.0)
        capacity = np.zeros(len(self._graph.head))
        capacity[0 : 2 * k : 2] = capacity[1 : 2 * k : 2] = np.minimum(as_f, as_other)
        capacity[self._root_arcs] = ends_here
        for low in range(0, n, _BLOCK):
            sets = np.eye(min(_BLOCK, n - low), n, low, dtype=np.bool_)
            yield from self._parity_by(sets, as_f, as_other, ends_here, least)
        found = [inside for inside, _ in self._least_cuts(capacity, np.full(n, 1 - least))]
        for low in range(0, len(found), _BLOCK):
            sets = np.array(found[low : low + _BLOCK])
            yield from self._parity_by(sets, as_f, as_other, ends_here, least)

    def _parity_by(
        self,
        sets: BoolArray,
        as_f: FloatArray,
        as_other: FloatArray,
        ends_here: FloatArray,
        least: float,
    ) -> Iterator[PrefixCut]:
        """Return the cuts of some sets and of their complements that are broken.

        Each street of the border is put where it weighs less, in F or not; where their number
        has the wrong parity, the one that matters least changes.
        """
        start = self.network.start
        border = sets[:, self._ends[:, 0]] != sets[:, self._ends[:, 1]]
        in_f = as_f < as_other
        change = np.abs(as_f - as_other)
        total = border @ np.minimum(as_f, as_other)
        number = (border & in_f).sum(axis=1)
        dearest = np.where(border, change, np.inf)
        flipped = dearest.argmin(axis=1)
        flip = dearest[np.arange(len(sets)), flipped]
        here = sets @ ends_here
        for complement, ends in ((False, here), (True, ends_here.sum() - here)):
            odd = number + (0 if start < 0 else sets[:, start] != complement)
            lack = 1 - total - ends - np.where(odd % 2 == 1, 0.0, flip)
            for row in np.flatnonzero(lack > least):
                member = border[row] & in_f
                if odd[row] % 2 == 0:
                    member[flipped[row]] = ~member[flipped[row]]
                nodes = np.flatnonzero(sets[row] != complement)
                yield PrefixCut("parity", nodes, np.sort(self._streets[member]))

    def _per_street(self, values: FloatArray) -> FloatArray:
        sums: FloatArray = np.zeros(self.network.streets)
        np.add.at(sums, self.network.street, values)
        return sums

    def _least_cuts(
        self, capacity: FloatArray, limits: FloatArray
    ) -> list[tuple[BoolArray, float]]:
        """Return the sets, each with its flow, that less than the limit of a node leads into."""
        from arcload.engine.kernels.small_cuts import small_cuts

        n = self.network.nodes
        found: dict[bytes, tuple[BoolArray, float]] = {}
        every = np.flatnonzero(limits > 0)
        for low in range(0, len(every), _BLOCK):
            targets = every[low : low + _BLOCK]
            sets = np.zeros((len(targets), n + 1), dtype=np.bool_)
            flows = small_cuts(*self._graph, capacity, n, targets, limits[targets], sets)
            for row in np.flatnonzero(sets.any(axis=1)):
                found[sets[row].tobytes()] = (sets[row, :-1].copy(), float(flows[row]))
        return list(found.values())
