"""Dijkstra in a kernel, against Floyd's algorithm."""

import numpy as np
from hypothesis import given

from arcload import Instance
from arcload.engine.kernels.shortest_distances import shortest_distances
from arcload.model.network import shortest_of_bundles
from tests.brute_force import all_distances
from tests.strategies import instances


@given(instances(max_nodes=8))
def test_distances_are_those_of_brute_force(instance: Instance) -> None:
    edge, side, tail, head = shortest_of_bundles(instance)
    nodes = np.arange(len(instance.nodes))
    first = np.searchsorted(tail, np.arange(len(nodes) + 1))
    out = np.full((len(nodes), len(nodes)), -1.0)
    shortest_distances(nodes, nodes, first, head, instance.lengths[edge, side], out)
    D = all_distances(instance)
    expected = [[D[u, v] for v in instance.nodes] for u in instance.nodes]
    np.testing.assert_allclose(out, expected, rtol=1e-12)


def test_only_the_targets_asked_for_by_hand() -> None:
    """0 -> 1 -> 2 of lengths 1 and 2, 0 -> 2 of length 4; no way leads back."""
    first, heads, lengths = np.array([0, 2, 3, 3]), np.array([1, 2, 2]), np.array([1.0, 4.0, 2.0])
    out = np.empty((2, 2))
    shortest_distances(np.array([0, 2]), np.array([2, 0]), first, heads, lengths, out)
    assert out.tolist() == [[3, 0], [0, np.inf]]
