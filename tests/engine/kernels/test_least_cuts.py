"""Least cuts against SciPy's greatest flow."""

import itertools

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from arcload.proofs.postman.weighted_graph import WeightedGraph


def _graph(seed: int) -> tuple[WeightedGraph, csr_array]:
    rng = np.random.default_rng(seed)
    nodes, edges = 9, 14
    tail, head = rng.integers(0, nodes, (2, edges))
    weight = rng.integers(1, 9, edges) / 8
    graph = WeightedGraph(nodes, tail, head, weight)
    whole = np.rint(8 * graph.weight).astype(np.int32)
    capacity = csr_array((whole, (graph.tail, graph.head)), shape=(nodes, nodes), dtype=np.int32)
    return graph, csr_array(capacity + capacity.T)


def _border(capacity: csr_array, inside: np.ndarray) -> float:
    return float(capacity[~inside][:, inside].sum()) / 8


@pytest.mark.parametrize("seed", range(20))
def test_a_cut_tree_has_the_least_cut_of_every_pair(seed: int) -> None:
    graph, capacity = _graph(seed)
    most = 1.5
    sets = []
    for nodes in graph.tree_cuts(most):
        inside = np.zeros(graph.nodes, dtype=np.bool_)
        inside[nodes] = True
        sets.append(inside)
    for one in range(graph.nodes):
        for other in range(one):
            least = maximum_flow(capacity, one, other).flow_value / 8
            between = [_border(capacity, s) for s in sets if s[one] != s[other]]
            assert min(between, default=np.inf) == (least if least < most else np.inf)


@pytest.mark.parametrize("seed", range(20))
def test_cuts_between_some_nodes_have_the_least_of_every_two(seed: int) -> None:
    graph, capacity = _graph(seed)
    most = 1.5
    wanted = np.flatnonzero(np.random.default_rng(seed).integers(0, 2, graph.nodes))
    sets = list(graph.cuts_between(wanted, most))
    assert all(0 < inside[wanted].sum() < len(wanted) for inside in sets)
    for one, other in itertools.combinations(wanted, 2):
        least = maximum_flow(capacity, one, other).flow_value / 8
        between = [_border(capacity, s) for s in sets if s[one] != s[other]]
        assert min(between, default=np.inf) == (least if least < most else np.inf)
