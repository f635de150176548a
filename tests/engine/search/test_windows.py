"""Stretches of a tour are problems of their own."""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import arcload
from arcload.engine.context import Context
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.kernels.sequence import new_work, search_space, set_tour, stretch_space
from arcload.engine.problem import Problem
from arcload.engine.search.windows import _cuts, nearest_edges, search_windows
from arcload.engine.stop import MaxIterations
from arcload.model.types import IntArray
from tests.engine.kernels.test_moves import DRIVABLE, random_tour
from tests.strategies import instances


@given(instances(min_served=2, max_served=9), st.randoms(use_true_random=False))
def test_a_stretch_costs_what_it_changes_in_the_whole(
    instance: arcload.Instance, shuffler: random.Random
) -> None:
    """Any order inside a stretch changes the whole tour's cost as it changes the stretch's."""
    work, space, cost = random_tour(instance, shuffler)
    m = len(work.position)
    low = shuffler.randrange(m - 1)
    high = shuffler.randrange(low + 2, m + 1)
    order, sides = work.order[1 : m + 1].copy(), work.sides[1 : m + 1].copy()
    part, part_sides = stretch_space(low, high, work, space)
    inside = np.arange(high - low)
    before = set_tour(inside, part_sides, new_work(part, inside, part_sides), part)
    shuffled = np.array(shuffler.sample(inside.tolist(), len(inside)))
    after = set_tour(shuffled, part_sides, new_work(part, shuffled, part_sides), part)
    order[low:high] = order[low:high][shuffled]
    sides[low:high] = part_sides
    new = set_tour(order, sides, work, space)
    assume(max(cost, new) < DRIVABLE)
    assert new - cost == pytest.approx(after - before, rel=1e-7, abs=1e-7 * cost)


@pytest.mark.parametrize(("size", "stretch"), [(1000, 250), (401, 201), (777, 100)])
def test_stretches_cover_the_tour_but_for_the_edges_between_them(size: int, stretch: int) -> None:
    for rounds in range(7):
        cuts = sorted(_cuts(size, stretch, rounds))
        assert cuts[0][0] <= 2, "an end of one edge is left alone"
        assert cuts[-1][1] >= size - 2
        for (_, high), (low, _) in pairwise(cuts):
            assert low == high + 1
        assert max(high - low for low, high in cuts) <= stretch
    assert len({tuple(_cuts(size, stretch, rounds)) for rounds in range(7)}) == 7


def test_nearest_edges_are_nearest() -> None:
    line = arcload.Instance.from_edges([(k, k + 1, 1, 1) for k in range(10)], depot=0)
    near = nearest_edges(search_space(Problem.of(line)), 2)
    assert sorted(near[5].tolist()) == [4, 6]
    assert sorted(near[0].tolist()) == [1, 2]


def test_a_better_tour_from_elsewhere_is_searched_from() -> None:
    line = arcload.Instance.from_edges([(k, k + 1, 1, 1) for k in range(60)], depot=0)
    problem = Problem.of(line)
    context = Context(problem, MaxIterations(30))
    context.offer_order(np.random.default_rng(1).permutation(60))
    found: list[IntArray] = [np.arange(60)]
    search_windows(
        context,
        search_space(problem),
        window=2,
        neighbours=2,
        longest=3,
        nearby=50,
        reinserted=30,
        stretch=30,
        steps=1,
        elsewhere=lambda: found.pop() if found else None,
    )
    assert not found
    assert context.best is not None
    assert context.best.cost <= direction_program(np.arange(60), *problem.arrays)[0]
