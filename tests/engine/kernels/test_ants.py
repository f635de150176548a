"""Ants serve every edge once, never the wrong way, as often as pheromone and eta say."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import arcload
from arcload.engine.kernels.ants import send, update_pheromone, walk
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.problem import Problem
from arcload.model.types import FloatArray
from arcload.solving.methods.aco import attractiveness
from tests.examples import FOUR_EDGES
from tests.strategies import instances


def walked(problem: Problem, tau: FloatArray, eta: FloatArray, seed: int) -> list[int] | None:
    m = problem.size
    states, edges, weights = np.zeros(m, np.int64), np.zeros(m, np.int64), np.zeros(2 * m)
    entry = problem.arrays.entry
    arrived = walk(tau, eta, np.array([seed]), entry, edges, weights, states)
    return [int(state) for state in states] if arrived else None


def even(m: int) -> FloatArray:
    return np.ones((2 * m + 1, 2 * m))


@given(instances(min_served=1, max_served=9), st.booleans(), st.integers(1, 2**62))
def test_a_walk_serves_every_edge_once_and_only_as_allowed(
    instance: arcload.Instance, inverse: bool, seed: int
) -> None:
    problem = Problem.of(instance)
    states = walked(
        problem, even(problem.size), attractiveness(problem.arrays, inverse=inverse), seed
    )
    assume(states is not None)  # one-way streets may lead it where there is no way on
    assert states is not None
    arrays = problem.arrays
    assert sorted(state // 2 for state in states) == list(range(problem.size))
    for state in states:
        assert np.isfinite(arrays.length[state // 2, state % 2])
    for x, y in pairwise(states):
        leave, enter = arrays.entry[x // 2, 1 - x % 2], arrays.entry[y // 2, y % 2]
        assert np.isfinite(arrays.D[leave, enter])


@given(instances(min_served=1, max_served=7), st.integers(1, 2**62))
def test_evaporated_pheromone_still_lets_ants_walk(instance: arcload.Instance, seed: int) -> None:
    problem = Problem.of(instance)
    eta = attractiveness(problem.arrays, inverse=False)
    states = walked(problem, 0 * even(problem.size), eta, seed)
    if states is not None:
        assert sorted(state // 2 for state in states) == list(range(problem.size))
        assert all(eta[-1, state] >= 0 for state in states[:1])


def test_the_first_state_is_as_frequent_as_its_weight() -> None:
    problem = Problem.of(FOUR_EDGES)
    eta = attractiveness(problem.arrays, inverse=False)
    tau = even(4)
    tau[8] = np.arange(1, 9)
    expected = tau[8] * eta[-1] / (tau[8] * eta[-1]).sum()
    seeds = np.random.default_rng(1).integers(1, 2**62, 20_000).tolist()
    firsts = Counter(states[0] for s in seeds if (states := walked(problem, tau, eta, s)))
    assert [firsts[y] / len(seeds) for y in range(8)] == pytest.approx(expected, abs=0.01)


def test_attractiveness_is_the_root_of_the_cost_of_a_step() -> None:
    """By hand: W = 0, Q = 135; edge 4 = (3, 4) has length 10 and demand 5."""
    arrays = Problem.of(FOUR_EDGES).arrays
    eta = attractiveness(arrays, inverse=False)
    at_3 = arrays.entry[3, 0]
    assert eta[at_3, 6] == pytest.approx((2.5 * 10) ** 0.5)
    assert eta[-1, 6] == pytest.approx((135 * 3 + 132.5 * 10) ** 0.5)
    assert eta[-1, 7] == pytest.approx((135 * 1 + 132.5 * 10) ** 0.5)
    assert attractiveness(arrays, inverse=True) == pytest.approx(1 / eta)


@given(instances(min_served=1, max_served=9), st.integers(1, 2**61))
def test_an_ants_cost_is_that_of_its_order_in_the_best_directions(
    instance: arcload.Instance, seed: int
) -> None:
    problem = Problem.of(instance)
    m, ants = problem.size, 3
    states, sides, costs = np.zeros((ants, m), np.int64), np.zeros((ants, m), np.int64), np.ones(3)
    seeds = np.array([[seed], [seed], [seed + 1]])
    eta = attractiveness(problem.arrays, inverse=False)
    send(0, ants, seeds, even(m), eta, problem.arrays, states, sides, costs)
    assert costs[0] == costs[1]
    for ant in range(ants):
        if np.isfinite(costs[ant]):
            cost, directed = direction_program(states[ant] // 2, *problem.arrays)
            assert costs[ant] == cost
            assert sides[ant].tolist() == directed.tolist()


def test_pheromone_evaporates_and_is_laid_on_every_step() -> None:
    """By hand, two edges: rho = 0.75, C = 3, an ant of cost 9 and one that found no way."""
    tau = np.ones((5, 4))
    update_pheromone(0.75, 3.0, np.array([9.0, np.inf]), np.array([[2, 1], [0, 3]]), tau)
    expected = np.full((5, 4), 0.25)
    expected[4, 2] = expected[2, 1] = 1.25
    assert tau.tolist() == expected.tolist()
