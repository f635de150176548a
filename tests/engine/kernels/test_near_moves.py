"""Moves beside near edges are those of `moves`, at the same prices."""

import random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import arcload
from arcload.engine.kernels.applying import MOVE, MOVE_TURNED, REVERSE, apply_move
from arcload.engine.kernels.descent import carry_all, descend, wake_all
from arcload.engine.kernels.near_moves import best_near_move
from arcload.engine.kernels.sequence import LONGEST, Space, Work
from tests.engine.kernels.test_exchanges import all_but_itself, carried
from tests.engine.kernels.test_moves import DRIVABLE, NEVER, random_tour, true_cost
from tests.strategies import instances

TOURS = (instances(min_served=3, max_served=9), st.randoms(use_true_random=False))


def cost_after(kind: int, first: int, last: int, place: int, work: Work, space: Space) -> float:
    """Return the true cost after a move, the tour left as it is."""
    made = work._replace(order=work.order.copy(), sides=work.sides.copy())
    apply_move(kind, first, last, place, made.order, made.sides)
    return true_cost(made, space)


def costs_beside(i: int, j: int, work: Work, space: Space) -> list[float]:
    """Return the costs after all moves of position i to beside position j."""
    m = len(work.position)
    costs = []
    for p in (j - 1, j):
        first, last = (i, p) if p > i else (p + 1, i)
        costs.append(cost_after(REVERSE, first, first, last, work, space))
        for k in range(i, min(i + LONGEST, m + 1)):
            if not i - 1 <= p <= k:
                costs += [cost_after(one, i, k, p, work, space) for one in (MOVE, MOVE_TURNED)]
    return costs


@settings(max_examples=60)
@given(*TOURS, st.integers(0, 5))
def test_the_best_move_beside_near_edges_is_found(
    instance: arcload.Instance, shuffler: random.Random, window: int
) -> None:
    work, space, cost = random_tour(instance, shuffler)
    assume(cost < DRIVABLE)
    m = len(work.position)
    near = all_but_itself(m)[:, :3].copy()
    near[near == shuffler.randrange(m)] = -1
    rounding = 1e-9 * (cost + carried(work))
    for i in range(1, m + 1):
        others = [int(work.position[other]) for other in near[work.order[i]] if other >= 0]
        far = [j for j in others if abs(j - i) >= max(window, 2)]
        change, kind, first, last, place = best_near_move(
            i,
            window,
            1e300,
            work.order,
            work.position,
            near,
            work.nodes,
            space.D,
            space.DT,
            work.sums,
            work.places,
        )
        costs = [one for j in far for one in costs_beside(i, j, work, space)]
        assert (kind >= 0) == bool(costs)
        if costs and min(costs) < DRIVABLE:
            assert cost + change == pytest.approx(min(costs), abs=rounding)
            made = cost_after(kind, first, last, place, work, space)
            assert made == pytest.approx(min(costs), abs=rounding)


@settings(max_examples=30)
@given(*TOURS)
def test_a_descent_by_near_moves_costs_what_it_says(
    instance: arcload.Instance, shuffler: random.Random
) -> None:
    work, space, cost = random_tour(instance, shuffler)
    assume(cost < DRIVABLE)
    wake_all(work)
    near = all_but_itself(len(work.position))
    new, _, _ = descend(cost, 0, near, 10**9, np.inf, NEVER, True, work, space)
    assert new <= cost
    assert new == pytest.approx(true_cost(work, space), rel=1e-9, abs=1e-9)
    assert sorted(work.order[1:-1]) == list(range(len(work.position)))
    assert np.isfinite(carry_all(work.sums))
