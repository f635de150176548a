"""Branch and bound over the rules, against brute force."""

import math
from fractions import Fraction

import numpy as np
from hypothesis import given, settings

from arcload import Edge, Instance
from arcload.solving.postman.cutting_planes import CuttingPlanes
from tests.brute_force import shortest_length
from tests.strategies import instances

LONG = 600.0  # seconds, far more than it takes


@given(instances(min_served=1, max_served=4, max_nodes=5))
@settings(max_examples=40)
def test_the_least_driving_is_as_long_as_the_shortest_tour(instance: Instance) -> None:
    need = (instance.demands > 0).astype(np.int64)
    driving = CuttingPlanes(instance, need).shortest(LONG)
    assert driving is not None
    assert (driving.times.sum(axis=1) >= need).all()
    shortest = shortest_length(instance)
    assert driving.length(instance) >= shortest
    if driving.proven:
        assert driving.length(instance) <= shortest * (1 + Fraction(1, 10**11))


def test_a_one_way_ring_is_driven_round_twice_by_hand() -> None:
    """The street back from 2 to 1 is one-way and so is the ring: 1 -> 2 -> 3 -> 1."""
    ring = [Edge(1, 2, 1, 1, length_back=math.inf), Edge(2, 3, 2, 0, length_back=math.inf)]
    ring += [Edge(3, 1, 4, 0, length_back=math.inf), Edge(1, 2, 5, 1, length_back=math.inf)]
    instance = Instance.from_edges(ring, depot=1)
    driving = CuttingPlanes(instance, np.array([1, 0, 0, 1])).shortest(LONG)
    assert driving is not None
    assert driving.proven
    assert driving.times.tolist() == [[1, 0], [2, 0], [2, 0], [1, 0]]
    assert driving.length(instance) == 1 + 2 * 2 + 2 * 4 + 5


def test_without_time_nothing_is_claimed() -> None:
    instance = Instance.from_edges([(1, 2, 1, 1)], depot=1)
    planes = CuttingPlanes(instance, np.ones(1, dtype=np.int64))
    assert planes.shortest(0.0) is None
    assert planes.guess().tolist() == [1]


def test_needs_that_are_even_get_directions() -> None:
    ring = Instance.from_edges([(1, 2, 1, 1), (2, 3, 1, 1), (3, 1, 1, 1)], depot=1)
    driving = CuttingPlanes(ring, np.ones(3, dtype=np.int64)).oriented(LONG)
    assert driving is not None
    assert driving.times.sum(axis=1).tolist() == [1, 1, 1]
    assert driving.times.tolist() in ([[1, 0]] * 3, [[0, 1]] * 3)
