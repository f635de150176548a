"""The Arc-MDP: its cost is that of the checker and of the kernels."""

import numpy as np
import pytest
import torch
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arcload import Instance
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.problem import Problem
from arcload.model.types import IntArray
from arcload.neural.common.batch import FORBIDDEN, Batch
from arcload.neural.common.environment import ArcMDP, edges_at_nodes
from tests.examples import FOUR_EDGES
from tests.neural.small import arrays_of, problems, ready, tensors
from tests.strategies import instances


def test_the_paper_example() -> None:
    """The best order costs 275, the plain round trip 325."""
    batch = tensors(arrays_of(Problem.of(FOUR_EDGES)))
    orders = torch.tensor([[[0, 1, 2, 3], [0, 1, 3, 2]]])
    assert ArcMDP(batch).cost_of(orders).tolist() == [[275.0, 325.0]]


def _fits(batch: Batch, scaled: Batch) -> bool:
    """Return whether no way that is there is as long as one that must not be driven."""
    lengths = (batch.length, batch.distance, batch.from_start, batch.to_end)
    there = np.concatenate([np.isfinite(column).ravel() for column in lengths])
    found = (scaled.length, scaled.distance, scaled.from_start, scaled.to_end)
    values = np.concatenate([column.ravel() for column in found])
    return bool((values[there] < FORBIDDEN / 10).all())


@settings(max_examples=50)
@given(instances(min_served=1, max_served=7), st.integers(0, 1000))
def test_costs_are_those_of_the_checker(instance: Instance, seed: int) -> None:
    """Of any order, of instances of all kinds, padded or not, on both libraries."""
    problem = Problem.of(instance)
    batch = arrays_of(problem)
    scaled, unit = batch.scaled()
    assume(_fits(batch, scaled))
    rng = np.random.default_rng(seed)
    orders = np.stack([rng.permutation(problem.size) for _ in range(3)])
    wanted = [_cost(problem, order) for order in orders]
    possible = np.isfinite(wanted)
    found = ArcMDP(scaled).cost_of(orders[None])[0] * unit
    np.testing.assert_allclose(found[possible], np.array(wanted)[possible], rtol=1e-9)
    room = problem.size + 2
    padded = tensors(scaled).padded(room, scaled.distance.shape[1] + 3)
    more = np.concatenate([orders, np.tile([room - 2, room - 1], (3, 1))], 1)
    also = ArcMDP(padded).cost_of(torch.from_numpy(more)[None])[0] * float(unit[0])
    np.testing.assert_allclose(also, found, rtol=1e-12)


def _cost(problem: Problem, order: IntArray) -> float:
    """Return what the checker says of an order in its best directions; inf if it cannot be."""
    cost, sides = direction_program(order, *problem.arrays)
    if np.isinf(cost):
        return float(cost)
    result = problem.tour(order, sides)
    assert result.cost == pytest.approx(cost, rel=1e-9)
    return result.cost


def test_a_state_tells_what_is_left() -> None:
    """Load, open edges and open edges at nodes go down with every edge served."""
    batch = ready(problems()[:1])
    mdp = ArcMDP(batch)
    state = mdp.start(2)
    assert torch.equal(state.left[:, 0], edges_at_nodes(batch))
    orders = torch.stack([torch.randperm(12), torch.randperm(12)])[None]
    for position in range(12):
        state = mdp.step(state, orders[..., position])
        rest = orders[0, 0, position + 1 :]
        assert state.open[0, 0].nonzero()[:, 0].tolist() == sorted(rest.tolist())
        torch.testing.assert_close(state.load[0, 0], batch.demand[0, rest].sum())
        hits = torch.bincount(batch.entry[0, rest].flatten(), minlength=state.left.shape[2])
        assert torch.equal(state.left[0, 0], hits.double())
    torch.testing.assert_close(mdp.cost(state), mdp.cost_of(orders))
