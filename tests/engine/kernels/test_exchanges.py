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
from arcload.engine.kernels.exchanges import best_exchange
from arcload.engine.kernels.sequence import Space, Work, update
from arcload.model.types import IntArray
from tests.engine.kernels.test_moves import DRIVABLE, NEVER, random_tour, true_cost
from tests.strategies import instances

TOURS = (instances(min_served=3, max_served=8), st.randoms(use_true_random=False))


def price(cuts: tuple[int, int, int], cost: float, work: Work, space: Space) -> float:
    """Return by how much the cost grows when the two pieces between three cuts change places."""
    a, b, c = cuts
    made = work._replace(order=work.order.copy(), sides=work.sides.copy())
    apply_move(MOVE, a + 1, b, c, made.order, made.sides)
    return true_cost(made, space) - cost


@kernel
def carried(work: Work) -> float:
    return carry_all(work.sums)


def all_but_itself(m: int) -> IntArray:
    """Return rows in which every edge is near to every other."""
    return np.array([[other for other in range(m) if other != edge] for edge in range(m)])


@given(*TOURS)
@settings(max_examples=60)
def test_the_best_exchange_of_a_cut_is_found(
    instance: arcload.Instance, shuffler: random.Random
) -> None:
    """All cuts are tried but those with a new leg from the start, or to the end."""
    work, space, cost = random_tour(instance, shuffler)
    assume(cost < DRIVABLE)
    m = len(work.position)
    i = shuffler.randrange(2, m + 1)
    where, room = (work.order, work.position, all_but_itself(m)), (work.places, work.rows)
    found, *cuts = best_exchange(i, 1e300, *where, work.nodes, space.D, space.DT, work.sums, *room)
    low, middle, high = cuts
    assume(low >= 0 and found < DRIVABLE)
    assert i - 1 in cuts
    rounding = 1e-9 * (cost + carried(work))
    assert found == pytest.approx(price((low, middle, high), cost, work, space), abs=rounding)
    for three in combinations(range(m + 1), 3):
        if i - 1 in three:
            round_about = [*three, *three]
            here = three.index(i - 1)
            # No edge is near to the start or the end.
            if round_about[here + 1] != m and round_about[here + 2] != 0:
                assert found <= price(three, cost, work, space) + rounding


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
    cost = update(1, 9, work, space)
    wake_all(work)
    descend(cost, 0, all_but_itself(9), 10**6, np.inf, NEVER, True, work, space)
    assert sorted(work.position[4:]) == [2, 3, 4, 5, 6]
