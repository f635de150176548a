"""Graphs with weights against networkx."""

import networkx as nx
import numpy as np
import pytest

from arcload.proofs.postman.weighted_graph import WeightedGraph


@pytest.mark.parametrize("seed", range(10))
def test_parts_are_those_of_the_edges_above_each_weight(seed: int) -> None:
    rng = np.random.default_rng(seed)
    nodes = 12
    tail, head = rng.integers(0, nodes, (2, 15))
    graph = WeightedGraph(nodes, tail, head, rng.integers(1, 5, 15) / 4)
    weights = (0.0, 0.3, 0.6, 0.9, 3.0)
    rows = graph.parts(*weights)
    assert rows.shape == (len(weights), nodes)
    for above, labels in zip(weights, rows, strict=True):
        other = nx.empty_graph(nodes)
        used = graph.weight > above
        other.add_edges_from(zip(graph.tail[used], graph.head[used], strict=True))
        parts = sorted(map(sorted, nx.connected_components(other)))
        assert [np.flatnonzero(labels == part).tolist() for part in range(len(parts))] == parts
