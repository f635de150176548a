"""A chain of iterated local search."""

import math
import threading

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import arcload
from arcload.engine.kernels.chain import new_chain, run_chain
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.kernels.sequence import search_space, set_tour
from arcload.engine.problem import Problem
from arcload.engine.search.windows import nearest_edges
from tests.engine.kernels.test_moves import DRIVABLE, NEVER
from tests.strategies import instances

LINE = arcload.Instance.from_edges([(k, k + 1, 1 + k % 3, 1 + k % 5) for k in range(30)], depot=0)


@given(
    instances(min_served=2, max_served=7),
    st.integers(1, 2**62),
    st.integers(1, 9),
    st.integers(0, 3),
    st.sampled_from([0, 50]),
    st.sampled_from([0.0, 0.1]),
)
@settings(max_examples=60)
def test_the_best_tour_is_worth_its_cost_and_never_worse_than_the_first(
    instance: arcload.Instance,
    seed: int,
    iterations: int,
    neighbours: int,
    reinserted: int,
    dearer: float,
) -> None:
    problem = Problem.of(instance)
    space, m = search_space(problem), problem.size
    cost, sides = direction_program(np.arange(m), *problem.arrays)
    assume(math.isfinite(cost))
    chain = new_chain(space, np.arange(m), sides, seed)
    first = set_tour(np.arange(m), sides, chain.work, space)
    assume(first < DRIVABLE)
    near = nearest_edges(space, neighbours)
    window = 2 if neighbours else m
    how = (window, near, 3, 70, reinserted, 2, dearer)
    run_chain(NEVER, iterations, *how, True, chain, space)
    assert chain.work.order[1 : m + 1].tolist() == chain.kept_order.tolist()
    assert chain.work.sides[1 : m + 1].tolist() == chain.kept_sides.tolist()
    assert not chain.work.waiting[:m].any()
    assert chain.costs[1] <= first * (1 + 1e-12)
    assert chain.costs[1] <= chain.costs[0] * (1 + 1e-12)
    assert sorted(chain.best_order) == list(range(m))
    again = set_tour(chain.best_order, chain.best_sides, chain.work, space)
    assert again == pytest.approx(chain.costs[1], rel=1e-9, abs=1e-12)


def test_a_chain_ends_when_another_thread_says_so() -> None:
    space = search_space(Problem.of(LINE))
    chain = new_chain(space, np.arange(30), np.zeros(30, dtype=np.int64), 1)
    ended = np.zeros(1, dtype=np.bool_)
    near = np.empty((30, 0), dtype=np.int64)
    arguments = (ended, 2**60, 30, near, 10, 0, 0, 2**60, 0.0, False, chain, space)
    thread = threading.Thread(target=run_chain, args=arguments, daemon=True)
    thread.start()
    while np.isinf(chain.costs[0]):  # until it has begun
        pass
    ended[0] = True
    thread.join(60)
    assert not thread.is_alive()
    assert sorted(chain.best_order) == list(range(30))
