"""Shortest paths."""

import math

import numpy as np
import pytest
from hypothesis import given

import arcload
from arcload.model import network
from tests.brute_force import all_distances
from tests.strategies import instances

Pairs = list[tuple[int, int]]


def connected_pairs(instance: arcload.Instance) -> Pairs:
    D = all_distances(instance)
    return [
        (u, v)
        for u in range(len(instance.nodes))
        for v in range(len(instance.nodes))
        if u != v and math.isfinite(D[instance.nodes[u], instance.nodes[v]])
    ]


def require_shortest(
    instance: arcload.Instance, paths: dict[tuple[int, int], network.Path], pairs: Pairs
) -> None:
    D = all_distances(instance)
    assert set(paths) == set(pairs)
    for (u, v), path in paths.items():
        here = u
        for edge, side in path:
            assert instance.ends[edge, side] == here
            here = int(instance.ends[edge, 1 - side])
        assert here == v
        length = sum(instance.lengths[edge, side] for edge, side in path)
        assert length == pytest.approx(D[instance.nodes[u], instance.nodes[v]], rel=1e-12)


@given(instances())
def test_paths_are_as_long_as_the_distances(instance: arcload.Instance) -> None:
    pairs = connected_pairs(instance)
    require_shortest(instance, network.shortest_paths(instance, pairs), pairs)


@given(instances())
def test_many_paths_are_as_long_as_the_distances(instance: arcload.Instance) -> None:
    pairs = connected_pairs(instance)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(network, "_FEW", 0)
        patch.setattr(network, "_BLOCK", 2 * len(instance.nodes))  # two sources at a time
        patch.setattr(network, "_RADIUS", 0.5)  # so that it must grow
        require_shortest(instance, network.shortest_paths(instance, pairs), pairs)


@pytest.mark.parametrize("few", [0, 1000])
def test_a_way_that_is_not_there_is_refused(few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    edges = [arcload.Edge(1, 2, 5, 1, length_back=np.inf), arcload.Edge(2, 3, 5, 1)]
    instance = arcload.Instance.from_edges(edges, start=1, end=arcload.FREE)
    monkeypatch.setattr(network, "_FEW", few)
    with pytest.raises(arcload.InputError, match="from node 2 to node 1"):
        network.shortest_paths(instance, [(1, 0)])
