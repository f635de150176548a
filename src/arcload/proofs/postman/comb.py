"""A rule that every tour keeps, about a set of nodes and three-way splits of all nodes."""

from typing import NamedTuple

import numpy as np

from arcload.model.types import BoolArray, IntArray
from arcload.proofs.street_network import StreetNetwork


class Tooth(NamedTuple):
    """Two sets of nodes, which have none in common; the rest of the nodes is a third one.

    There is something to serve in each of the three, and no street to be served leads from one to
    another. So a tour crosses the border of each at least twice, which is three crossings of the
    borders between two of them in all. If it makes no more, it crosses each of these once.

    The last node is everywhere else, where the tour comes from and where it goes to.
    """

    one: BoolArray
    other: BoolArray


class Comb(NamedTuple):
    """A set of nodes, the handle, and teeth: the rule of what they are crossed together.

    Of each tooth all crossings between its three sets count. A crossing of the handle's border
    counts as well, unless it leads from one of a tooth to the other, and so does one from one to
    the other that does not cross the handle's border: together with the crossings from one to the
    other these are as odd or even as the crossings of the handle.

    With p teeth at least 3 p count. If just as many did, all teeth would be crossed once from one
    to the other and nothing else would be. If p is odd and the handle is to be crossed an even
    number of times, or the other way round, it is at least one more. (Combs of the travelling
    salesman, with parities of Letchford, 2000; those of one tooth are the K-C rules of Corberan
    and Sanchis, 1994, those of more their path-bridge rules with two sets per path.)
    """

    handle: BoolArray
    teeth: list[Tooth]

    @property
    def least(self) -> int:
        """How many crossings count at the least."""
        return 3 * len(self.teeth) + 1

    def times(self, network: StreetNetwork) -> IntArray:
        """Return how often a crossing counts: each arc, then a start or an end at each node."""
        everywhere_else = np.full(network.nodes, network.nodes)
        tail = np.append(network.tail, np.arange(network.nodes))
        head = np.append(network.head, everywhere_else)
        loose = self.handle[tail] != self.handle[head]
        times = np.zeros(len(tail), dtype=np.int64)
        for one, other in self.teeth:
            side = one + 2 * other
            between = side[tail] ^ side[head]
            times += between > 0
            loose ^= between == _ONE_TO_OTHER
        times += loose
        return times


class CombRow(NamedTuple):
    """A comb as it is counted."""

    times: bytes
    least: int

    @classmethod
    def of(cls, comb: Comb, network: StreetNetwork) -> "CombRow":
        """Return how a comb is counted in a network."""
        return cls(comb.times(network).astype(np.uint16).tobytes(), comb.least)

    @property
    def counts(self) -> IntArray:
        """How often a crossing counts, see `Comb.times`."""
        return np.frombuffer(self.times, np.uint16).astype(np.int64)


_ONE_TO_OTHER = 1 ^ 2
