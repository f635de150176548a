"""The direction program on the paper's example and against brute force."""

import math
import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import arcload
from tests.brute_force import all_distances, best_over_directions, cost_of
from tests.examples import FOUR_EDGES
from tests.strategies import instances


def test_paper_example_costs_275() -> None:
    tour = arcload.best_directions(FOUR_EDGES, [1, 2, 3, 4])
    assert (tour.cost, tour.directions) == (275, (1, 1, 1, 2))


def test_round_trip_costs_325() -> None:
    assert arcload.best_directions(FOUR_EDGES, [1, 2, 4, 3]).cost == 325


def test_first_edge_is_reached_by_the_shortest_path() -> None:
    """The paper prints d where D is needed: node 3 is not next to the depot."""
    chain = arcload.Instance.from_edges([(1, 2, 1, 0), (2, 3, 1, 0), (3, 4, 1, 8)], depot=1)
    assert arcload.best_directions(chain, [3]).cost == 8 * 2 + 4


@given(instances(min_served=1, max_served=7), st.randoms(use_true_random=False))
def test_direction_program_is_brute_force(
    instance: arcload.Instance, shuffler: random.Random
) -> None:
    """Least over all 2^m directions, on networks of every kind; the checker agrees."""
    order = [instance.edges[k] for k in instance.served]
    shuffler.shuffle(order)
    best = best_over_directions(instance, tuple(order))
    if math.isinf(best):
        with pytest.raises(arcload.InputError, match="no tour serves"):
            arcload.best_directions(instance, order)
    else:
        tour = arcload.best_directions(instance, order)
        assert tour.order == tuple(order)
        assert tour.cost == pytest.approx(best, rel=1e-9, abs=1e-12)
        assert arcload.check(tour).cost == pytest.approx(best, rel=1e-9, abs=1e-12)
        by_latency = cost_of(instance, all_distances(instance), tour.order, tour.directions)
        assert by_latency == pytest.approx(best, rel=1e-9, abs=1e-12)


@given(instances(min_served=1, deliver=True), st.randoms(use_true_random=False))
def test_collecting_is_delivering_backwards(
    instance: arcload.Instance, shuffler: random.Random
) -> None:
    """The reversed order on the reversed network costs the same."""
    order = [instance.edges[k] for k in instance.served]
    shuffler.shuffle(order)
    backwards = instance.replace(
        lengths=instance.lengths[:, ::-1], start=instance.end, end=instance.start, mode="collect"
    )
    assume(math.isfinite(best_over_directions(instance, tuple(order))))
    delivered = arcload.best_directions(instance, order)
    collected = arcload.best_directions(backwards, order[::-1])
    assert collected.cost == pytest.approx(delivered.cost, rel=1e-9, abs=1e-12)
    assert arcload.check(collected).length == pytest.approx(delivered.length)


def test_order_must_name_each_served_edge_once() -> None:
    for order in ([1, 2, 3], [1, 2, 3, 3], [1, 2, 3, 4, 4]):
        with pytest.raises(arcload.InputError, match="each of the 4 served edges once"):
            arcload.best_directions(FOUR_EDGES, order)
