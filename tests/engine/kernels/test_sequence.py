"""A tour with its running sums."""

import random

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import arcload
from arcload.engine.kernels.sequence import (
    DEMAND,
    LEFT,
    REACHED,
    WEIGHT,
    new_work,
    search_space,
    set_tour,
    update,
)
from arcload.engine.problem import Problem
from tests.engine.kernels.test_moves import DRIVABLE, random_tour, true_cost
from tests.examples import FOUR_EDGES
from tests.strategies import instances


def test_the_sums_of_the_paper_example_by_hand() -> None:
    """Lengths are in units of 10, the longest edge, loads in units of 135, the full vehicle."""
    space = search_space(Problem.of(FOUR_EDGES))
    order, sides = np.arange(4), np.array([0, 0, 0, 1])
    work = new_work(space, order, sides)
    assert set_tour(order, sides, work, space) * 10 * 135 == pytest.approx(275)
    assert (work.sums[REACHED, 1:6] * 10).tolist() == pytest.approx([0, 2, 6, 7, 17 + 3])
    assert (work.sums[LEFT, 1:5] * 10).tolist() == pytest.approx([2, 3, 7, 17])
    assert (work.sums[DEMAND, 1:5] * 135).tolist() == pytest.approx([100, 120, 130, 135])
    assert (work.sums[WEIGHT, 1:6] * 135).tolist() == pytest.approx([135, 35, 15, 5, 0], abs=1e-9)


@given(instances(min_served=2, max_served=9), st.randoms(use_true_random=False))
def test_an_update_of_what_changed_is_as_good_as_one_of_all(
    instance: arcload.Instance, shuffler: random.Random
) -> None:
    work, space, cost = random_tour(instance, shuffler)
    assume(cost < DRIVABLE)
    m = len(work.position)
    for _ in range(5):
        first, last = sorted(shuffler.choices(range(1, m + 1), k=2))
        piece = work.order[first : last + 1].tolist()
        shuffler.shuffle(piece)
        work.order[first : last + 1] = piece
        work.sides[first] ^= 1
        new = update(first, last, work, space)
        after = true_cost(work, space)
        if after < DRIVABLE:
            assert new == pytest.approx(after, rel=1e-9, abs=1e-12)
        anew = new_work(space, work.order[1 : m + 1].copy(), work.sides[1 : m + 1].copy())
        np.testing.assert_allclose(work.sums, anew.sums, rtol=1e-10, atol=1e-10)
