"""Counts that are whole in every tour."""

from random import Random

import numpy as np
from hypothesis import given, reject, settings
from hypothesis import strategies as st

import arcload
from arcload.model.types import FloatArray
from arcload.proofs.postman.required_ends import RequiredEnds
from arcload.proofs.postman.tour_counts import TourCounts
from arcload.proofs.street_network import StreetNetwork
from tests.strategies import instances


def _columns(tour: arcload.Tour) -> tuple[TourCounts, FloatArray]:
    """Return the counts of a tour's network, in columns of the test's own, and the tour's."""
    instance = tour.instance
    network = StreetNetwork.of(instance)
    ends, arcs, nodes = RequiredEnds.of(network), len(network.street), network.nodes
    size = arcs + 2 * nodes
    free = [
        (
            np.arange(nodes) if place < 0 else np.arange(0),
            first + np.arange(nodes if place < 0 else 0),
        )
        for place, first in ((network.start, arcs), (network.end, arcs + nodes))
    ]
    columns = np.zeros(size)
    steps = [step for step in tour.walk if not step.served]
    for step in steps:
        side = (step.direction or 1) - 1
        arc = (network.street == instance.edge_index(step.edge)) & (network.side == side)
        columns[:arcs][arc] += 1
    first, last = tour.walk[0].from_node, tour.walk[-1].to_node
    if instance.mode == "collect":  # the network is driven backwards
        first, last = last, first
    columns[arcs + instance.nodes.index(first)] = 1
    columns[arcs + nodes + instance.nodes.index(last)] = 1
    return TourCounts.of(network, ends, size, *free), columns


@settings(max_examples=100)
@given(instances(min_served=1, max_served=6), st.randoms(use_true_random=False))
def test_no_count_of_a_tour_is_open(instance: arcload.Instance, random: Random) -> None:
    order = instance.served.tolist()
    random.shuffle(order)
    sides = [int(random.choice(np.flatnonzero(np.isfinite(instance.lengths[e])))) for e in order]
    edges = [instance.edges[edge] for edge in order]
    try:
        counts, columns = _columns(arcload.Tour(instance, edges, [side + 1 for side in sides]))
    except arcload.InputError:
        reject()  # one-way streets forbid this order
    assert counts.open(columns, 100) == []
    assert (counts.matrix @ columns <= counts.most).all()


def test_halves_and_wrong_parities_are_open() -> None:
    """A square of which two streets that do not meet are served."""
    square = [(0, 1, 1.0, 1.0), (1, 2, 1.0, 0.0), (2, 3, 1.0, 1.0), (3, 0, 1.0, 0.0)]
    instance = arcload.Instance.from_edges(square, depot=0)
    counts, columns = _columns(arcload.Tour(instance, instance.edges[::2], (1, 1)))
    assert counts.open(columns, 100) == []
    unserved = np.flatnonzero(StreetNetwork.of(instance).street == 1)
    columns[unserved] = 0.25  # half a crossing in all, of parts and at the nodes
    found = {(count.number, count.below, count.above) for count in counts.open(columns, 100)}
    street, node_1, node_2 = 1, 4 + 1, 4 + 2
    assert {(street, 0.0, 1.0), (node_1, -1.0, 1.0), (node_2, -1.0, 1.0)} <= found
    columns[unserved] = 1.0  # once there and once back: even, but these nodes are odd
    found = {(count.number, count.below, count.above) for count in counts.open(columns, 100)}
    assert found == {(node_1, 1.0, 3.0), (node_2, 1.0, 3.0)}
    assert len(counts.open(columns, 1)) == 1


def test_more_than_any_tour_needs_is_open_and_at_most_that() -> None:
    """Three shortest ways, as two streets are served, come by a node twice each."""
    path = [(0, 1, 1.0, 1.0), (1, 2, 1.0, 1.0), (2, 3, 0.0, 0.0)]
    instance = arcload.Instance.from_edges(path, depot=0)
    counts, columns = _columns(arcload.Tour(instance, instance.edges[:2], (1, 1)))
    columns[np.flatnonzero(StreetNetwork.of(instance).street == 2)] = 20.0
    street, node = 2, 3 + 3
    found = {(count.number, count.below) for count in counts.open(columns, 100)}
    assert {(street, 3.0), (node, 8.0)} <= found
