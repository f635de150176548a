"""The instance as the check of a bound reads it, against the one that the provers take."""

import math

import numpy as np
from hypothesis import given

from arcload import FREE, Edge, Instance
from arcload.engine.problem import Problem
from arcload.proofs.crossings import crossed_edges as provers_crossed_edges
from arcload.proofs.verify.delivery import crossed_edges, delivery_of
from tests.examples import FOUR_EDGES
from tests.strategies import instances

RING = [Edge(k, (k + 1) % 3, k + 1, 1, length_back=math.inf) for k in range(3)]
"""One way from 0 to 1 (length 1), to 2 (2), to 0 (3)."""


@given(instances(max_nodes=6))
def test_both_readings_of_an_instance_agree(instance: Instance) -> None:
    """Two implementations, written apart, must come to the same numbers."""
    problem, delivery = Problem.of(instance), delivery_of(instance)
    assert (delivery.start, delivery.end) == (problem.start, problem.end)
    for name, theirs in problem.arrays._asdict().items():
        np.testing.assert_array_equal(getattr(delivery, name), theirs, err_msg=name)
    np.testing.assert_array_equal(crossed_edges(delivery), provers_crossed_edges(problem))


def test_the_four_edges_by_hand() -> None:
    delivery = delivery_of(FOUR_EDGES.replace(curb_weight=2))
    assert delivery.q.tolist() == [100, 20, 10, 5]
    assert delivery.length.tolist() == [[2, 2], [1, 1], [1, 1], [10, 10]]
    assert delivery.from_start.tolist() == [0, 2, 3, 1]
    assert delivery.home.tolist() == [0, 4, 6, 2]


def test_collecting_is_driven_backwards() -> None:
    delivery = delivery_of(Instance.from_edges(RING, start=0, end=1, mode="collect"))
    assert (delivery.start, delivery.end) == (1, 0)
    assert delivery.D.tolist() == [[0, 5, 3], [1, 0, 4], [3, 2, 0]]
    assert delivery.length.tolist() == [[math.inf, 1], [math.inf, 2], [math.inf, 3]]
    assert delivery.from_start.tolist() == [1, 0, 4]


def test_a_free_start_is_at_no_distance() -> None:
    delivery = delivery_of(Instance.from_edges(RING, start=FREE, end=FREE, curb_weight=7))
    assert (delivery.start, delivery.end) == (-1, -1)
    assert not delivery.from_start.any()
    assert not delivery.home.any()
    assert not crossed_edges(delivery)[3].any()


def test_an_edge_of_no_length_is_a_way_and_is_not_crossed() -> None:
    line = Instance.from_edges([(0, 1, 0, 1), (1, 2, 3, 1)], depot=0)
    delivery = delivery_of(line)
    assert delivery.D[0].tolist() == [0, 0, 3]
    assert crossed_edges(delivery)[0, 2].tolist() == [False, True]
