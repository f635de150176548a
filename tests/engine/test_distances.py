"""Shortest distances."""

import numpy as np
import pytest
from hypothesis import given

import arcload
from arcload.engine import distances as module
from arcload.engine.distances import distances, matrix_bytes
from arcload.model.network import nodes_that_matter
from tests.brute_force import all_distances
from tests.strategies import instances


@given(instances())
def test_distances_are_floyds(instance: arcload.Instance) -> None:
    D = all_distances(instance)
    known = distances(instance)
    nodes = nodes_that_matter(instance)
    for i, u in enumerate(nodes):
        for j, v in enumerate(nodes):
            expected = D[instance.nodes[u], instance.nodes[v]]
            assert known.matrix[i, j] == pytest.approx(expected, rel=1e-12)


@given(instances())
def test_few_and_many_nodes_get_the_same_distances(instance: arcload.Instance) -> None:
    nodes = nodes_that_matter(instance)
    few = module._between_few(instance, nodes.tolist(), instance.lengths)
    assert np.array_equal(few, module._between_many(instance, nodes, 1, instance.lengths))


def test_threads_share_the_rows() -> None:
    city = arcload.generate("city", edges=300, seed=4)
    nodes = nodes_that_matter(city)
    one, three = (module._between_many(city, nodes, threads, city.lengths) for threads in (1, 3))
    assert np.array_equal(one, three)
    assert len(nodes) > 2 * module._ROWS


def test_only_nodes_that_matter_count() -> None:
    """A long way without demand adds nothing to the matrix."""
    way = [(k, k + 1, 1.0, 0) for k in range(50)]
    instance = arcload.Instance.from_edges([*way, (50, 51, 1, 3)], depot=0)
    matrix = distances(instance).matrix
    assert matrix.shape == (3, 3)
    assert matrix_bytes(3) == matrix.nbytes == 72


def test_parallel_edges_and_zero_lengths() -> None:
    edges = [(1, 2, 5, 1), (1, 2, 3, 1), (2, 3, 0, 1), (3, 3, 2, 1)]
    instance = arcload.Instance.from_edges(edges, depot=1)
    expected = np.array([[0, 3, 3], [3, 0, 0], [3, 0, 0]])
    assert np.array_equal(distances(instance).matrix, expected)
