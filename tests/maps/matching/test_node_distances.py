"""Distances for many pairs of nodes."""

import math

import numpy as np
from hypothesis import assume, given, settings

from arcload import InputError, Instance
from arcload.maps.matching.node_distances import NodeDistances
from arcload.model.network import shortest_paths
from tests.strategies import instances


@settings(max_examples=60, deadline=None)
@given(instances())
def test_each_is_the_length_of_a_shortest_path(instance: Instance) -> None:
    nodes = len(instance.nodes)
    assume(len(instance.edges) > 0)
    here, there = (grid.ravel() for grid in np.mgrid[:nodes, :nodes])
    distances = NodeDistances(instance, instance.lengths).between(here, there)
    for one, other, distance in zip(here.tolist(), there.tolist(), distances, strict=True):
        try:
            path = shortest_paths(instance, [(one, other)])[one, other] if one != other else []
        except InputError:
            assert distance == np.inf
            continue
        length = sum(float(instance.lengths[drive]) for drive in path)
        assert math.isclose(distance, length, rel_tol=1e-9)


def test_what_is_farther_than_the_limit_is_infinite() -> None:
    line = Instance.from_edges([("a", "b", 10, 1), ("b", "c", 10, 1)], depot="a")
    distances = NodeDistances(line, line.lengths).between(np.array([0, 0]), np.array([1, 2]), 15.0)
    assert distances.tolist() == [10, np.inf]
