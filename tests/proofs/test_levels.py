"""Levels of the load: exact where they can be, safe where they are rounded."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload import Edge, Instance
from arcload.engine.kernels.relaxation import least_loads
from arcload.engine.problem import Problem
from arcload.proofs.levels import choose_levels, make_grid, rounded
from tests.examples import FOUR_EDGES
from tests.strategies import instances


def street(demands: list[float]) -> Problem:
    """Return parallel edges of length 1 with these demands."""
    return Problem.of(Instance.from_edges([(1, 2, 1, q) for q in demands], depot=1))


def test_a_knapsack_by_hand() -> None:
    """Demands 4, 5, 10 at levels 1, 1, 2: level 2 is reached by 4 + 5 or by 10."""
    low = least_loads(np.array([1, 1, 2]), np.array([4.0, 5.0, 10.0]))
    assert low.tolist() == [0, 4, 9, 14, 19]


@given(
    st.lists(st.tuples(st.integers(1, 4), st.floats(0.01, 100)), min_size=1, max_size=7),
)
def test_the_least_load_of_each_level_is_that_over_all_sets(edges: list[tuple[int, float]]) -> None:
    of_edge, q = (np.array(column) for column in zip(*edges, strict=True))
    low = least_loads(of_edge, q)
    expected = np.full(of_edge.sum() + 1, np.inf)
    for chosen in itertools.product((False, True), repeat=len(q)):
        level = of_edge[list(chosen)].sum()
        expected[level] = min(expected[level], q[list(chosen)].sum())
    assert low == pytest.approx(expected)


@pytest.mark.parametrize(
    ("demands", "levels"),
    [
        ([4, 6, 10], [2, 3, 5]),
        ([0.1, 0.2, 0.7], [1, 2, 7]),
        ([1.25, 2.5], [1, 2]),
        ([3e9, 6e9, 3e9], [1, 2, 1]),
        ([7], [1]),
    ],
)
def test_demands_with_a_common_unit_are_exact(demands: list[float], levels: list[int]) -> None:
    chosen = choose_levels(street(demands))
    assert chosen.of_edge.tolist() == levels
    loads = {
        sum(levels[k] for k in some): sum(demands[k] for k in some)
        for count in range(len(demands) + 1)
        for some in itertools.combinations(range(len(demands)), count)
    }
    expected = [loads.get(level, np.inf) for level in range(chosen.top + 1)]
    assert chosen.low == pytest.approx(expected)


def test_real_demands_of_300_edges_are_rounded() -> None:
    """To many levels, of which none promises more load than a set has."""
    rng = np.random.default_rng(1)
    problem = street(rng.uniform(0.1, 50.0, size=300).tolist())
    levels = choose_levels(problem)
    assert 3000 <= levels.top <= 70_000
    assert levels.of_edge.min() >= 1
    assert levels.low[levels.top] == pytest.approx(problem.arrays.q.sum())
    for _ in range(300):
        some = rng.random(300) < rng.random()
        level, load = levels.of_edge[some].sum(), problem.arrays.q[some].sum()
        assert levels.low[level] <= load * (1 + 1e-12)


def test_no_demand_is_rounded_to_nothing() -> None:
    assert rounded(np.array([1e6, 1.0, 1e-6]), 10).tolist() == [10, 1, 1]


@pytest.mark.parametrize("unit", [1e-310, 1e-9, 1e9, 1e300])
def test_rounding_knows_no_units(unit: float) -> None:
    assert rounded(np.array([1.0, 2.0, 5.0]) * unit, 16).tolist() == [2, 4, 10]


def test_sums_of_levels_beyond_all_whole_numbers_are_rounded() -> None:
    """2,100 demands near 2^52 sum up to more than 64 bits hold."""
    levels = choose_levels(street([2.0**52 + 2 * k + 1 for k in range(2100)]))
    assert 2100 <= levels.top < 10_000


@given(instances(min_served=1, max_served=7))
def test_what_is_put_aside_makes_up_each_length(instance: Instance) -> None:
    """Length = slope + pace * q, with no slope below 0: the constant is in every tour."""
    problem = Problem.of(instance)
    grid = make_grid(problem, choose_levels(problem))
    assert (grid.slope >= 0).all()
    assert grid.slope + grid.pace * grid.q == pytest.approx(grid.length, rel=1e-12)
    assert grid.pace >= 0


def test_proportional_demand_leaves_nothing_to_round() -> None:
    problem = Problem.of(FOUR_EDGES.replace(demand={1: 4, 2: 2, 3: 2, 4: 20}))
    grid = make_grid(problem, choose_levels(problem))
    assert grid.pace == 0.5
    assert grid.slope.tolist() == [0] * 8


@pytest.mark.parametrize(("length", "demand"), [(1e150, 1e-200), (1e-200, 1e120)])
def test_a_pace_that_no_number_holds_is_none(length: float, demand: float) -> None:
    problem = Problem.of(Instance.from_edges([(1, 2, length, demand)] * 2, depot=1))
    assert make_grid(problem, choose_levels(problem)).pace == 0


def test_the_grid_holds_every_way_to_serve_an_edge() -> None:
    """A one-way street has one step; steps are sorted by the node where they begin."""
    edges = [Edge(1, 2, 3, 4, length_back=5), Edge(2, 1, 6, 7, length_back=np.inf)]
    problem = Problem.of(Instance.from_edges(edges, depot=1))
    grid = make_grid(problem, choose_levels(problem))
    steps = zip(*(column.tolist() for column in (grid.tail, grid.edge, grid.head)), strict=True)
    assert list(steps) == [(0, 0, 1), (1, 0, 0), (1, 1, 0)]
    assert grid.length.tolist() == [3, 5, 6]
    assert grid.first.tolist() == [0, 1, 3, 3]
    assert grid.D[2].tolist() == [0, 3, np.inf]
