"""Needs that make no tour, and what is added to them."""

import math

import numpy as np
import pytest
from hypothesis import given

from arcload import FREE, Edge, Instance
from arcload.solving.postman.repair import connected, is_connected, made_even, repaired, two_way
from tests.strategies import instances


def needs(instance: Instance) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Return that every edge with a demand is driven once."""
    return (instance.demands > 0).astype(np.int64)


@given(instances(symmetric=True))
def test_what_is_repaired_hangs_together_and_is_even(instance: Instance) -> None:
    need = needs(instance)
    times = repaired(instance, need)
    assert (times >= need).all()
    assert is_connected(instance, times)
    degree = np.bincount(instance.ends.ravel(), np.repeat(times, 2), len(instance.nodes))
    for place in (instance.start_index, instance.end_index):
        if place >= 0:
            degree[place] += 1
    odd = int((degree % 2 == 1).sum())
    free = [instance.start, instance.end].count(FREE)
    assert odd <= free, "only where the tour starts or ends anywhere may a node stay odd"


def test_parts_are_joined_by_the_shortest_street() -> None:
    """Streets at 1-2 and 3-4 are needed; between them are two, of lengths 5 and 4."""
    streets = [(1, 2, 1, 1), (3, 4, 1, 1), (2, 3, 5, 0), (1, 4, 4, 0)]
    instance = Instance.from_edges(streets, depot=1)
    assert not is_connected(instance, needs(instance))
    assert connected(instance, needs(instance)).tolist() == [1, 1, 0, 1]


def test_a_dead_end_is_driven_back() -> None:
    line = Instance.from_edges([(1, 2, 1, 1), (2, 3, 1, 1)], depot=1)
    times, ends = made_even(line, np.ones(2, dtype=np.int64))
    assert times.tolist() == [2, 2]
    assert ends == []


def test_a_free_end_spares_the_way_back() -> None:
    line = Instance.from_edges([(1, 2, 1, 1), (2, 3, 1, 1)], start=1, end=FREE)
    times, ends = made_even(line, np.ones(2, dtype=np.int64))
    assert times.tolist() == [1, 1]
    assert [line.nodes[end] for end in ends] == [3]


def test_one_length_stands_for_both_directions() -> None:
    edges = [Edge(1, 2, 4, 1, length_back=6), Edge(2, 1, 3, 1, length_back=math.inf)]
    assert two_way(Instance.from_edges(edges, depot=1)).tolist() == pytest.approx([5, 3])
