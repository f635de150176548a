"""Eulerian instances."""

import numpy as np
import pytest

from arcload.maps.generators import generate


@pytest.mark.parametrize(
    ("nodes", "edges"), [(3, 3), (7, 8), (10, 40), (30, 232), (9, 30), (200, 300)]
)
def test_eulerian_is_one_closed_walk_without_repeated_edges(nodes: int, edges: int) -> None:
    instance = generate("eulerian", nodes=nodes, edges=edges, seed=2)
    assert (len(instance.nodes), len(instance.edges)) == (nodes, edges)
    walk = instance.ends
    assert np.array_equal(walk[1:, 0], walk[:-1, 1])
    assert walk[-1, 1] == walk[0, 0]
    assert len({frozenset(pair) for pair in walk.tolist()}) == edges
    assert instance.demands.min() >= 1
    assert instance.demands.max() <= 100
