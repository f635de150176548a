"""The paper's operators against all neighbours, on networks of every kind."""

import random
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import arcload
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.kernels.operators import (
    DRIVABLE,
    ONE_OPT,
    TWO_EXCHANGE,
    TWO_OPT,
    best_of,
    exchange_randomly,
    improve,
    set_order,
    take,
)
from arcload.engine.kernels.sequence import LEAST, Space, Work, new_work, search_space, set_tour
from arcload.engine.problem import Problem
from tests.strategies import instances

OPERATORS = (ONE_OPT, TWO_OPT, TWO_EXCHANGE)

Tour = list[tuple[int, int]]
"""Edges and the sides on which they are driven."""


def random_tour(instance: arcload.Instance, shuffler: random.Random) -> tuple[Work, Space, float]:
    """Return a random order of the served edges in its best directions."""
    problem = Problem.of(instance)
    space = search_space(problem)
    edges = list(range(problem.size))
    shuffler.shuffle(edges)
    order = np.array(edges, dtype=np.int64)
    work = new_work(space, order, np.zeros(problem.size, dtype=np.int64))
    return work, space, set_order(order, work, space)


def order_of(work: Work) -> list[int]:
    return [int(edge) for edge in work.order[1 : len(work.position) + 1]]


def directed_cost(order: list[int], space: Space) -> float:
    """Return z of the paper: the cost of an order in its best directions."""
    arrays = (space.W, space.q, space.entry, space.length, space.D, space.from_start, space.home)
    return float(direction_program(np.array(order, dtype=np.int64), *arrays)[0])


def neighbours(operator: int, tour: Tour) -> Iterator[Tour]:
    """Yield every tour that the operator leads to, directions kept as far as it goes."""
    m = len(tour)
    for i in range(m):
        for j in range(m):
            (a, s), (b, t) = tour[i], tour[j]
            rest = tour[:i] + tour[i + 1 :]
            if operator == ONE_OPT and i != j:
                yield from ([*rest[:j], (a, side), *rest[j:]] for side in (0, 1))
            elif operator == TWO_OPT and i < j:
                piece = [(k, 1 - side) for k, side in reversed(tour[i : j + 1])]
                yield tour[:i] + piece + tour[j + 1 :]
            elif operator == TWO_EXCHANGE and i < j:
                middle = tour[i + 1 : j]
                for x, y in ((s, t), (1 - s, t), (s, 1 - t), (1 - s, 1 - t)):
                    yield [*tour[:i], (b, y), *middle, (a, x), *tour[j + 1 :]]


@given(
    instances(min_served=1, max_served=6),
    st.randoms(use_true_random=False),
    st.sampled_from(OPERATORS),
)
def test_one_application_is_as_good_as_the_best_neighbour(
    instance: arcload.Instance, shuffler: random.Random, operator: int
) -> None:
    """At least as good with directions kept, and a neighbour of the operator it is."""
    work, space, cost = random_tour(instance, shuffler)
    assume(cost < DRIVABLE)  # no search starts from an order that cannot be driven
    before = order_of(work)
    tour = list(zip(before, work.sides[1 : len(before) + 1].tolist(), strict=True))
    tours = list(neighbours(operator, tour))
    orders = [[edge for edge, _ in other] for other in tours]
    kept = [
        set_tour(np.array(order), np.array([side for _, side in other]), work, space)
        for order, other in zip(orders, tours, strict=True)
    ]
    set_order(np.array(before), work, space)
    change, kind, i, j = best_of(operator, cost, work, space)
    new, improved = take(cost, change, kind, i, j, True, work, space)
    after = order_of(work)
    assert after in (orders if improved else [before])
    assert new == pytest.approx(directed_cost(after, space), rel=1e-9)
    assert new <= min([cost, *kept]) * (1 + 1e-9)
    least = min(directed_cost(order, space) for order in [*orders, before])
    assert new >= least * (1 - 1e-9) - LEAST, "LEAST is what a vehicle without weight weighs"


@given(instances(min_served=1, max_served=9), st.randoms(use_true_random=False), st.booleans())
def test_a_search_ends_where_no_operator_improves(
    instance: arcload.Instance, shuffler: random.Random, first_improving: bool
) -> None:
    work, space, cost = random_tour(instance, shuffler)
    assume(cost < DRIVABLE)
    operators = np.array(OPERATORS)
    new, improved = improve(operators, first_improving, 1000, True, cost, work, space)
    assert not improved
    assert new <= cost
    assert new == pytest.approx(directed_cost(order_of(work), space), rel=1e-9)
    assert sorted(order_of(work)) == list(range(len(work.position)))
    assert all(best_of(operator, new, work, space)[0] >= -1e-9 * new for operator in OPERATORS)


@given(
    instances(min_served=1, max_served=9),
    st.randoms(use_true_random=False),
    st.integers(0, 5),
    st.integers(1, 2**62),
)
def test_random_exchanges_leave_a_tour_that_can_be_driven(
    instance: arcload.Instance, shuffler: random.Random, count: int, seed: int
) -> None:
    work, space, cost = random_tour(instance, shuffler)
    assume(cost < DRIVABLE)
    before = order_of(work)
    new = exchange_randomly(count, cost, np.array([seed]), work, space)
    after = order_of(work)
    assert sorted(after) == sorted(before)
    assert sum(a != b for a, b in zip(after, before, strict=True)) <= 2 * count
    assert new < DRIVABLE
    assert new == pytest.approx(directed_cost(after, space), rel=1e-9)


def test_one_exchange_changes_two_places() -> None:
    star = arcload.Instance.from_edges([(0, k, k, k) for k in range(1, 9)], depot=0)
    work, space, cost = random_tour(star, random.Random(1))
    before = order_of(work)
    for seed in range(1, 200):
        set_order(np.array(before), work, space)
        exchange_randomly(1, cost, np.array([seed]), work, space)
        assert sum(a != b for a, b in zip(order_of(work), before, strict=True)) == 2


def test_an_order_that_cannot_be_driven_costs_infinity() -> None:
    line = arcload.Instance.from_edges(
        [arcload.Edge(k, k + 1, 1, 1, length_back=float("inf")) for k in range(3)], start=0, end=3
    )
    space = search_space(Problem.of(line))
    work = new_work(space, np.arange(3), np.zeros(3, dtype=np.int64))
    assert set_order(np.array([0, 2, 1]), work, space) == float("inf")
    assert set_order(np.arange(3), work, space) < DRIVABLE
