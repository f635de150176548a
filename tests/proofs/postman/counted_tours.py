"""What tours count, in the order of `SumRule`."""

from collections.abc import Iterator

import numpy as np

import arcload
from arcload.model.types import IntArray
from arcload.proofs.postman.sum_rule import SumRule
from arcload.proofs.street_network import StreetNetwork
from tests.random_instances import Rng


def random_tours(rng: Rng, town: arcload.Instance, tries: int) -> Iterator[arcload.Tour]:
    """Give tours in random orders and directions, as far as they can be driven."""
    served = [town.edges[edge] for edge in town.served]
    for _ in range(tries):
        order = [served[place] for place in rng.permutation(len(served))]
        try:
            tour = arcload.Tour(town, order, rng.integers(1, 3, len(served)).tolist())
            _ = tour.walk
        except arcload.ArcloadError:
            continue  # it cannot be driven
        yield tour


def counts_of(tour: arcload.Tour) -> IntArray:
    """Return how often a delivering tour drives, serves, starts and ends at each place."""
    town = tour.instance
    network = StreetNetwork.of(town)
    arc = {
        (street, side): number
        for number, (street, side) in enumerate(
            zip(network.street.tolist(), network.side.tolist(), strict=True)
        )
    }
    arcs, nodes = len(arc), network.nodes
    counts = np.zeros(2 * (arcs + nodes), dtype=np.int64)
    steps = list(tour.walk)
    for step in steps:
        number = arc[town.edge_index(step.edge), (step.direction or 1) - 1]
        counts[number + arcs * step.served] += 1
    counts[2 * arcs + town.nodes.index(steps[0].from_node)] = 1
    counts[2 * arcs + nodes + town.nodes.index(steps[-1].to_node)] = 1
    return counts


def counted(rule: SumRule, counts: IntArray) -> int:
    """Return what a rule counts."""
    places, factors = rule.counted
    return int(factors @ counts[places])
