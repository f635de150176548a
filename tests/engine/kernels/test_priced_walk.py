"""The cheapest walk through levels of load, against a search over all states at once."""

import numpy as np
import pytest

from arcload.engine.kernels.priced_walk import FAR, WalkState, WalkSteps, walk_levels
from arcload.model.types import IntArray
from tests.random_instances import Rng


class Town:
    """A random network with prices, where arcs may be one-way and nodes out of reach."""

    def __init__(self, rng: Rng) -> None:
        self.nodes, self.top = int(rng.integers(2, 6)), int(rng.integers(1, 12))
        arcs = int(rng.integers(1, 12))
        self.tail, self.head = np.sort(rng.integers(0, self.nodes, arcs)), _nodes(rng, self, arcs)
        served = np.flatnonzero(rng.random(arcs) < 0.7)
        self.services = served
        self.levels = rng.integers(1, 4, len(served))
        lines = int(rng.integers(1, 4))
        self.line = rng.integers(0, lines, self.top + 1)
        self.arc_rise = rng.integers(0, 9, (lines, arcs))
        self.service_rise = rng.integers(-9, 9, (lines, len(served)))
        self.end_paid = rng.integers(-5, 6, (lines, self.nodes))
        self.arc_cost = rng.integers(0, 9, arcs)
        self.service_cost = rng.integers(-30, 30, len(served))
        self.at_end = np.where(rng.random(self.nodes) < 0.6, rng.integers(-9, 9, self.nodes), FAR)

    def steps(self) -> WalkSteps:
        """Return the steps as the kernel has them."""
        into = np.argsort(self.head, kind="stable")
        return WalkSteps(
            _firsts(self.tail, self.nodes),
            self.head,
            _firsts(self.head[into], self.nodes),
            self.tail[into],
            _firsts(self.tail[self.services], self.nodes),
            self.head[self.services],
            self.levels,
            self.line,
            self.arc_rise,
            self.service_rise,
            self.end_paid,
        )

    def state(self) -> WalkState:
        """Return the state before the first level."""
        return WalkState(
            self.at_end.copy(),
            np.full((int(self.levels.max(initial=0)) + 1, self.nodes), FAR),
            self.arc_cost.copy(),
            self.service_cost.copy(),
            np.zeros(self.nodes, dtype=np.int64),
            np.zeros(self.nodes, dtype=np.int64),
            np.zeros(self.nodes, dtype=np.bool_),
        )

    def by_relaxing_every_step(self) -> dict[tuple[int, int], int]:
        """Return the least cost from each level and node, by steps alone, in any order."""
        rise = [self.line[1 : b + 1] for b in range(self.top + 1)]
        tails, heads = self.tail.tolist(), self.head.tolist()
        cost = {(0, v): int(c) for v, c in enumerate(self.at_end) if c < FAR}
        for _ in range((self.top + 1) * self.nodes + 1):
            before = dict(cost)
            for b in range(self.top + 1):
                for a, (u, v) in enumerate(zip(tails, heads, strict=True)):
                    own = int(self.arc_cost[a] + self.arc_rise[rise[b], a].sum())
                    _lower(cost, (b, u), (b, v), own)
                for k, a in enumerate(self.services.tolist()):
                    u, v, then = tails[a], heads[a], b - int(self.levels[k])
                    if then >= 0:
                        own = int(self.service_cost[k] + self.service_rise[rise[b], k].sum())
                        own -= int(self.end_paid[self.line[then + 1 : b + 1], v].sum())
                        _lower(cost, (b, u), (then, v), own)
            if cost == before:
                return cost
        raise AssertionError("it does not end")


def _nodes(rng: Rng, town: Town, count: int) -> IntArray:
    return rng.integers(0, town.nodes, count)


def _firsts(tails: IntArray, nodes: int) -> IntArray:
    return np.searchsorted(tails, np.arange(nodes + 1))


Key = tuple[int, int]


def _lower(cost: dict[Key, int], key: Key, then: Key, own: int) -> None:
    if then in cost:
        cost[key] = min(cost.get(key, FAR), cost[then] + own)


@pytest.mark.parametrize("seed", range(60))
def test_the_cost_of_every_node_at_every_level_is_the_least(seed: int) -> None:
    town = Town(np.random.default_rng([5, seed]))
    steps, state, expected = town.steps(), town.state(), town.by_relaxing_every_step()
    for b in range(town.top + 1):
        assert walk_levels(b, 1, steps, state) == b + 1
        assert not state.waits.any()
        assert {v: c for v, c in enumerate(state.cost.tolist()) if c < FAR} == {
            v: c for (level, v), c in expected.items() if level == b
        }


def test_many_levels_at_once_are_the_same_as_one_by_one() -> None:
    town = Town(np.random.default_rng([5, 1]))
    at_once, by_one = town.state(), town.state()
    assert walk_levels(0, 10**9, town.steps(), at_once) == town.top + 1
    for b in range(town.top + 1):
        assert walk_levels(b, 1, town.steps(), by_one) == b + 1
    for one, other in zip(at_once, by_one, strict=True):
        assert np.array_equal(one, other)


def _to_and_fro(there: int, back: int, at_end: int) -> bool:
    """Return whether the levels of two nodes with an arc each way can be filled."""
    town = Town(np.random.default_rng(0))
    town.nodes, town.top, town.tail, town.head = 2, 1, np.array([0, 1]), np.array([1, 0])
    town.services = town.levels = np.empty(0, dtype=np.int64)
    town.arc_cost, town.at_end = np.array([there, back]), np.array([at_end, FAR])
    town.line, town.arc_rise = np.zeros(2, dtype=np.int64), np.zeros((1, 2), dtype=np.int64)
    town.service_cost, town.service_rise = town.services, np.empty((1, 0), dtype=np.int64)
    town.end_paid = np.zeros((1, 2), dtype=np.int64)
    return walk_levels(0, 1, town.steps(), town.state()) == 1


def test_it_ends_soon_however_nodes_are_numbered() -> None:
    """A chain of nodes in any order: what is looked at grows with its length alone."""
    rng, nodes = np.random.default_rng(1), 2000
    town = Town(rng)
    along = rng.permutation(nodes)
    order = np.argsort(along[:-1])
    town.nodes, town.top, town.tail, town.head = nodes, 1, along[:-1][order], along[1:][order]
    town.services = town.levels = np.empty(0, dtype=np.int64)
    town.arc_cost, town.at_end = np.ones(nodes - 1, dtype=np.int64), np.full(nodes, FAR)
    town.at_end[along[-1]] = 0
    town.line, town.arc_rise = np.zeros(2, dtype=np.int64), np.zeros((1, nodes - 1), dtype=np.int64)
    town.service_cost, town.service_rise = town.services, np.empty((1, 0), dtype=np.int64)
    town.end_paid = np.zeros((1, nodes), dtype=np.int64)
    state = town.state()
    assert walk_levels(0, 1, town.steps(), state) == 1
    assert state.cost[along].tolist() == list(range(nodes - 1, -1, -1))
    # Two levels are no more work than this.
    assert walk_levels(0, 4 * nodes, town.steps(), town.state()) == 2


def test_driving_around_must_not_cost_less_than_nothing() -> None:
    assert _to_and_fro(-3, 3, 0)
    assert not _to_and_fro(-3, 2, 0)


def test_costs_that_grow_too_large_are_told() -> None:
    assert _to_and_fro(0, 0, FAR // 4 - 1)
    assert not _to_and_fro(0, 0, FAR // 4)
    assert not _to_and_fro(0, 0, -FAR // 4)
