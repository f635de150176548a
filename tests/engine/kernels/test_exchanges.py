"""Exchanging neighbouring pieces changes the cost as predicted, on networks of every kind."""

import random
from itertools import combinations

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import arcload
from arcload.engine.kernels.applying import MOVE, apply_move
from arcload.engine.kernels.compiled import kernel
from arcload.engine.kernels.descent import carry_all, descend, wake_all
from arcload.engine.kernels.exchanges import best_exchange, exchange_change
from arcload.engine.kernels.sequence import Space, Work, update
from arcload.model.types import IntArray
from tests.engine.kernels.test_moves import DRIVABLE, NEVER, random_tour, true_cost
from tests.strategies import instances

TOURS = (instances(min_served=3, max_served=8), st.randoms(use_true_random=False))


@kernel
def price(cuts: tuple[int, int, int], work: Work, space: Space) -> float:
    a, b, c = cuts
    return exchange_change(a, b, c, work.nodes, space.D, work.sums)


@kernel
def carried(work: Work) -> float:
    return carry_all(work.sums)


def all_but_itself(m: int) -> IntArray:
    """Return rows in which every edge is near to every other."""
    return np.array([[other for other in range(m) if other != edge] for edge in range(m)])


@given(*TOURS)
@settings(max_examples=60)
def test_an_exchange_is_priced_as_it_costs(
    instance: arcload.Instance, shuffler: random.Random
) -> None:
    work, space, cost = random_tour(instance, shuffler)
    assume(cost < DRIVABLE)
    a, b, c = sorted(shuffler.sample(range(len(work.position) + 1), 3))
    change = price((a, b, c), work, space)
    made = work._replace(order=work.order.copy(), sides=work.sides.copy())
    apply_move(MOVE, a + 1, b, c, made.order, made.sides)
    after = true_cost(made, space)
    if after < DRIVABLE:
        assert cost + change == pytest.approx(after, rel=1e-9, abs=1e-9 * carried(work))
    else:
        assert change > DRIVABLE


@given(*TOURS)
@settings(max_examples=60)
def test_the_best_exchange_of_a_cut_is_found(
    instance: arcload.Instance, shuffler: random.Random
) -> None:
    """All cuts are tried but those that only a leg from an edge to itself would ask for."""
    work, space, cost = random_tour(instance, shuffler)
    assume(cost < DRIVABLE)
    m = len(work.position)
    i = shuffler.randrange(2, m + 1)
    changes = [
        price(three, work, space) for three in combinations(range(m + 1), 3) if i - 1 in three
    ]
    near = all_but_itself(m)
    found, low, middle, high = best_exchange(
        i, 1e300, work.order, work.position, near, work.nodes, space.D, work.sums
    )
    assume(low >= 0 and found < DRIVABLE)
    assert i - 1 in (low, middle, high)
    assert found == pytest.approx(price((low, middle, high), work, space))
    assert found >= min(changes) - 1e-9 * carried(work)


def test_a_closed_walk_comes_where_it_costs_least() -> None:
    """A round of great demand is driven on the first visit of its crossroads, not on the last."""
    light = [("depot", "x", 5, 1), ("x", "a", 3, 1), ("a", "b", 3, 1), ("b", "x", 3, 1)]
    heavy = [
        ("x", "c", 4, 9),
        ("c", "d", 4, 9),
        ("d", "e", 4, 9),
        ("e", "f", 4, 9),
        ("f", "x", 4, 9),
    ]
    town = arcload.Instance.from_edges([*light, *heavy], depot="depot", curb_weight=500)
    work, space, _ = random_tour(town, random.Random(1))
    order, sides = work.order, work.sides
    order[1:10], sides[1:10] = np.arange(9), 0
    work.position[:] = np.arange(1, 10)
    cost = update(1, work, space)
    wake_all(work)
    descend(cost, 0, all_but_itself(9), 10**6, NEVER, True, work, space)
    assert sorted(work.position[4:]) == [2, 3, 4, 5, 6]
