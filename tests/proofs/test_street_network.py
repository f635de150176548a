"""The network that linear programs see."""

import numpy as np

import arcload
from arcload.proofs.street_network import StreetNetwork


def test_collecting_is_the_same_network_reversed() -> None:
    town = arcload.generate("city", edges=200, served=0.8, seed=3)
    there = StreetNetwork.of(town.replace(mode="deliver", start=town.nodes[0], end=town.nodes[1]))
    back = StreetNetwork.of(town.replace(mode="collect", start=town.nodes[0], end=town.nodes[1]))
    assert np.array_equal(there.tail, back.head)
    assert np.array_equal(there.head, back.tail)
    assert np.array_equal(there.length, back.length)
    assert (there.start, there.end) == (back.end, back.start) == (0, 1)


def test_a_closed_direction_is_no_arc() -> None:
    town = arcload.generate("city", edges=200, served=0.8, seed=3)
    network = StreetNetwork.of(town)
    assert len(network.street) == np.isfinite(town.lengths).sum() < 2 * len(town.edges)
    assert np.isfinite(network.length).all()
    assert np.array_equal(np.flatnonzero(network.served), town.served)
