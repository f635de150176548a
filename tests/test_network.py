"""Shortest distances and paths."""

import math

import numpy as np
import pytest
from hypothesis import given

import arcload
from arcload import network
from tests.brute_force import all_distances
from tests.strategies import instances


@given(instances())
def test_distances_are_floyds(instance: arcload.Instance) -> None:
    D = all_distances(instance)
    known = network.distances(instance)
    for i, u in enumerate(known.nodes):
        for j, v in enumerate(known.nodes):
            expected = D[instance.nodes[u], instance.nodes[v]]
            assert known.matrix[i, j] == pytest.approx(expected, rel=1e-12)


@given(instances())
def test_few_and_many_nodes_get_the_same_distances(instance: arcload.Instance) -> None:
    nodes = network.nodes_that_matter(instance)
    few = network._between_few(instance, nodes.tolist())
    assert np.array_equal(few, network._between_many(instance, nodes))


@given(instances())
def test_paths_are_as_long_as_the_distances(instance: arcload.Instance) -> None:
    D = all_distances(instance)
    pairs = [
        (u, v)
        for u in range(len(instance.nodes))
        for v in range(len(instance.nodes))
        if u != v and math.isfinite(D[instance.nodes[u], instance.nodes[v]])
    ]
    for (u, v), path in network.shortest_paths(instance, pairs).items():
        here = u
        for edge, side in path:
            assert instance.ends[edge, side] == here
            here = int(instance.ends[edge, 1 - side])
        assert here == v
        length = sum(instance.lengths[edge, side] for edge, side in path)
        assert length == pytest.approx(D[instance.nodes[u], instance.nodes[v]], rel=1e-12)


def test_only_nodes_that_matter_count() -> None:
    """A long way without demand adds nothing to the matrix."""
    way = [(k, k + 1, 1.0, 0) for k in range(50)]
    instance = arcload.Instance.from_edges([*way, (50, 51, 1, 3)], depot=0)
    assert network.distances(instance).matrix.shape == (3, 3)
    assert network.matrix_bytes(instance) == 72


def test_parallel_edges_and_zero_lengths() -> None:
    edges = [(1, 2, 5, 1), (1, 2, 3, 1), (2, 3, 0, 1), (3, 3, 2, 1)]
    instance = arcload.Instance.from_edges(edges, depot=1)
    expected = np.array([[0, 3, 3], [3, 0, 0], [3, 0, 0]])
    assert np.array_equal(network.distances(instance).matrix, expected)


def test_a_matrix_that_does_not_fit_is_refused_before_it_is_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(network, "available_memory", lambda: 8 * 10**4)
    instance = arcload.Instance.from_edges([(k, k + 1, 1, 1) for k in range(200)], depot=0)
    with pytest.raises(arcload.InputError, match="201 nodes that matter need"):
        arcload.solve(instance, "greedy")


def test_memory_is_measured() -> None:
    assert 2**20 < network.available_memory() < 2**50
