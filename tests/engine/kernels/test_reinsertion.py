"""Taking near edges out of a tour and putting each back where it costs least."""

import random
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import arcload
from arcload.engine.kernels.compiled import kernel
from arcload.engine.kernels.reinsertion import cheapest_place, insert, kick_out, rest_of, take_near
from arcload.engine.kernels.sequence import Space, Work
from arcload.engine.problem import Problem
from arcload.engine.search.windows import nearest_edges
from arcload.model.types import BoolArray, IntArray
from tests.engine.kernels.test_moves import DRIVABLE, random_tour, true_cost
from tests.strategies import instances

TOURS = (instances(min_served=2, max_served=7), st.randoms(use_true_random=False))


@kernel
def choose(near: IntArray, counters: IntArray, work: Work) -> tuple[IntArray, BoolArray]:
    return take_near(near, counters, work)


@kernel
def put_back(k: int, is_out: BoolArray, work: Work, space: Space) -> tuple[IntArray, IntArray]:
    """Return order and sides of the tour after the one edge that is out was put back."""
    rest = rest_of(is_out, work, space)
    m = len(is_out)
    place, side = cheapest_place(k, m - 1, rest, space)
    insert(k, side, place, m - 1, rest, space)
    return rest.order[1 : m + 1], rest.sides[1 : m + 1]


@kernel
def kicked(near: IntArray, counters: IntArray, work: Work, space: Space) -> tuple[int, int]:
    return kick_out(near, counters, work, space)


def cost_of(tour: Sequence[tuple[int, int]], work: Work, space: Space) -> float:
    """Return what another tour of the same edges, each with its side, costs, computed anew."""
    made = work._replace(order=work.order.copy(), sides=work.sides.copy())
    made.order[1:-1], made.sides[1:-1] = np.array(tour).T
    return true_cost(made, space)


@given(*TOURS)
@settings(max_examples=60)
def test_an_edge_comes_back_where_it_costs_least(
    instance: arcload.Instance, shuffler: random.Random
) -> None:
    work, space, cost = random_tour(instance, shuffler)
    assume(cost < DRIVABLE and space.W > 0)
    m = len(work.position)
    out = shuffler.randrange(m)
    order, sides = put_back(out, np.arange(m) == out, work, space)
    places = [p for p in range(1, m + 1) if work.order[p] != out]
    others = [(int(work.order[p]), int(work.sides[p])) for p in places]
    costs = []
    for place in range(m):
        for side in (0, 1):
            tour = [*others[:place], (out, side), *others[place:]]
            costs.append(cost_of(tour, work, space))
    found = cost_of(list(zip(order.tolist(), sides.tolist(), strict=True)), work, space)
    assert found == pytest.approx(min(costs), rel=1e-9)


@given(*TOURS, st.integers(1, 2**62), st.integers(0, 3))
@settings(max_examples=60)
def test_a_kick_serves_every_edge_once_and_says_what_it_changed(
    instance: arcload.Instance, shuffler: random.Random, seed: int, neighbours: int
) -> None:
    work, space, cost = random_tour(instance, shuffler)
    assume(cost < DRIVABLE)
    m = len(work.position)
    before = list(zip(work.order[1:-1].tolist(), work.sides[1:-1].tolist(), strict=True))
    near = nearest_edges(space, neighbours)
    first, last = kicked(near, np.array([seed, 0]), work, space)
    after = list(zip(work.order[1:-1].tolist(), work.sides[1:-1].tolist(), strict=True))
    changed = [p for p in range(1, m + 1) if before[p - 1] != after[p - 1]]
    assert (first, last) == ((changed[0], changed[-1]) if changed else (0, 0))
    assert sorted(edge for edge, _ in after) == list(range(m))
    assert work.order[work.position[:m]].tolist() == list(range(m))


@given(st.integers(1, 2**62))
def test_the_edges_taken_out_are_near_each_other(seed: int) -> None:
    town = arcload.generate("city", edges=60, seed=2)
    work, space, _ = random_tour(town, random.Random(seed))
    near = nearest_edges(space, 4)
    out, is_out = choose(near, np.array([seed, 0]), work)
    assert np.flatnonzero(is_out).tolist() == sorted(out.tolist())
    assert 1 <= len(out) <= min(30, Problem.of(town).size)
    reached, grows = {int(out[0])}, True
    while grows:  # from any of them, along near edges in either direction
        beside = {k for k in out.tolist() if reached & set(near[k].tolist())}
        beside |= {k for one in reached for k in near[one].tolist() if is_out[k]}
        grows = not beside <= reached
        reached |= beside
    assert reached == set(out.tolist())
