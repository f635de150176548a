"""States of the label setting: sets of bits, the hash table, and what dominates what."""

import numpy as np
import pytest

from arcload.engine.kernels.labels import (
    States,
    fill_buckets,
    is_served,
    keep_below,
    merge,
    new_states,
    unpack,
)
from arcload.engine.kernels.relaxation import Grid
from arcload.engine.problem import Problem
from arcload.proofs.levels import choose_levels, make_grid
from tests.examples import FOUR_EDGES

EDGES = 70  # more than one word of 64 bits


@pytest.fixture(scope="module")
def grid() -> Grid:
    problem = Problem.of(FOUR_EDGES.replace(curb_weight=1))
    return make_grid(problem, choose_levels(problem))


def states_of(*rows: tuple[set[int], int, float]) -> States:
    """Return states that served some edges and are at a node, at a cost, with nothing to carry."""
    states = new_states(len(rows) + 5, EDGES)
    for i, (served, node, cost) in enumerate(rows):
        for e in served:
            states.served[i, e >> 6] |= np.uint64(1) << np.uint64(e & 63)
        states.node[i], states.cost[i], states.bound[i] = node, cost, cost
        states.load[i] = 0.0
        states.level[i] = states.parent[i] = states.step[i] = states.rest[i] = 0
    return states


def merged(new: States, count: int, old: States, before: int, grid: Grid) -> list[float]:
    """Return the costs of the states that are left after a merge."""
    buckets, links = np.full(8, -1, dtype=np.int32), np.zeros(20, dtype=np.int32)
    fill_buckets(before, old, buckets, links)
    left = merge(count, new, before, old, buckets, links, grid)
    return sorted(old.cost[i] for i in range(left) if old.bound[i] < np.inf)


def test_sets_go_beyond_one_word() -> None:
    states = states_of(({0, 63, 64, 69}, 0, 0.0), (set(), 0, 0.0))
    assert [e for e in range(EDGES) if is_served(e, states.served[0])] == [0, 63, 64, 69]
    served = unpack(np.array([1, 0]), EDGES, states)
    assert served.sum(axis=1).tolist() == [0, 4]


def test_a_state_is_dominated_by_one_from_which_it_is_reached_as_cheaply(grid: Grid) -> None:
    """Nodes 0 and 1 are 2 apart and the vehicle weighs 1: 2 more at node 1 is needless."""
    same = {3, 65}
    assert grid.D[0, 1] == 2
    for cost, expected in ((12.0, [10.0]), (11.9, [10.0, 11.9]), (8.0, [8.0])):
        old, new = states_of((same, 0, 10.0)), states_of((same, 1, cost))
        assert merged(new, 1, old, 1, grid) == expected


def test_states_of_different_sets_stand_side_by_side(grid: Grid) -> None:
    old, new = states_of(({3}, 0, 1.0)), states_of(({65}, 0, 9.0), ({3, 65}, 0, 9.0))
    assert merged(new, 2, old, 1, grid) == [1.0, 9.0, 9.0]


def test_ranks_are_closed_behind_states_that_reach_the_cutoff() -> None:
    states = states_of(({1}, 0, 5.0), ({2}, 1, 7.0), ({3}, 2, 6.0))
    assert keep_below(3, 7.0, states) == 2
    assert states.cost[:2].tolist() == [5, 6]
    assert states.node[:2].tolist() == [0, 2]
    assert is_served(3, states.served[1])
