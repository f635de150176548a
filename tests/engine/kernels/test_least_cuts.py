"""Least cuts against SciPy's greatest flow."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from scipy.sparse.csgraph import maximum_flow

from arcload.proofs.postman.weighted_graph import WeightedGraph


def _graph(seed: int, *, directed: bool) -> tuple[WeightedGraph, csr_array]:
    rng = np.random.default_rng(seed)
    nodes, edges = 9, 14
    tail, head = rng.integers(0, nodes, (2, edges))
    weight = rng.integers(1, 9, edges) / 8
    graph = WeightedGraph(nodes, tail, head, weight, directed=directed)
    whole = np.rint(8 * graph.weight).astype(np.int32)
    capacity = csr_array((whole, (graph.tail, graph.head)), shape=(nodes, nodes), dtype=np.int32)
    return graph, capacity if directed else csr_array(capacity + capacity.T)


def _border(capacity: csr_array, inside: np.ndarray) -> float:
    return float(capacity[~inside][:, inside].sum()) / 8


@pytest.mark.parametrize("seed", range(10))
def test_a_cut_tree_has_the_least_cut_of_every_pair(seed: int) -> None:
    graph, capacity = _graph(seed, directed=False)
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


@pytest.mark.parametrize("seed", range(10))
def test_cuts_around_are_entered_least(seed: int) -> None:
    graph, capacity = _graph(seed, directed=True)
    for sink in range(1, graph.nodes):
        least = maximum_flow(capacity, 0, sink).flow_value / 8
        found = list(graph.cuts_around(0, np.array([sink]), 1.0))
        assert len(found) == (least < 1)
        for inside in found:
            assert inside[sink]
            assert not inside[0]
            assert _border(capacity, inside) == least
