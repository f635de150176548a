"""A rule about a sum that is a whole number in every tour."""

from typing import NamedTuple

import numpy as np

from arcload.model.types import IntArray
from arcload.proofs.street_network import StreetNetwork


class SumRule(NamedTuple):
    """What is counted in a tour, with whole factors, and how much it is at the least.

    There are four kinds of places, in this order: each arc driven without service, each arc served
    along, each node as the start, and each as the end.
    """

    places: bytes
    factors: bytes
    least: int

    @classmethod
    def of(cls, places: IntArray, factors: IntArray, least: int) -> "SumRule":
        """Return a rule; the factor of all other places is 0."""
        counted = np.flatnonzero(factors)
        order = counted[np.argsort(places[counted], kind="stable")]
        places, factors = places[order].astype(np.int64), factors[order].astype(np.int64)
        return cls(places.tobytes(), factors.tobytes(), int(least))

    @property
    def counted(self) -> tuple[IntArray, IntArray]:
        """The places and the factor of each."""
        return np.frombuffer(self.places, np.int64), np.frombuffer(self.factors, np.int64)

    def by_kind(self, network: StreetNetwork) -> tuple[IntArray, IntArray, IntArray, IntArray]:
        """Return the factors of deadheads, services, starts and ends."""
        arcs, nodes = len(network.street), network.nodes
        factors = np.zeros(2 * (arcs + nodes), dtype=np.int64)
        places, factors_there = self.counted
        factors[places] = factors_there
        deadheads, services, starts, ends = np.split(factors, np.cumsum([arcs, arcs, nodes]))
        return deadheads, services, starts, ends
