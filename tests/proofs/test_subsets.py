"""The program over subsets: optimal, and only where it pays."""

import pytest
from hypothesis import given

from arcload import Instance
from arcload.engine.problem import Problem
from arcload.maps.generators import generate
from arcload.proofs.subsets import Subsets, subset_bytes, subsets_pay
from tests.brute_force import best_over_orders
from tests.examples import FOUR_EDGES
from tests.strategies import instances


def solved(problem: Problem) -> tuple[float, int]:
    """Return the cost of the tour that is found, and after how many pieces."""
    subsets = Subsets(problem)
    pieces = sum(1 for _ in subsets.run())
    return problem.tour(subsets.order, subsets.sides).cost, pieces


def test_the_paper_example() -> None:
    assert solved(Problem.of(FOUR_EDGES)) == (275, 1)


@given(instances(min_served=1, max_served=4, max_nodes=5))
def test_finds_the_optimum(instance: Instance) -> None:
    cost, _ = solved(Problem.of(instance))
    assert cost == pytest.approx(best_over_orders(instance), rel=1e-9, abs=0.0)


def test_larger_tables_are_filled_in_pieces() -> None:
    problem = Problem.of(generate("rural", nodes=7, edges=16, served=1.0, seed=1))
    assert problem.size == 16
    assert solved(problem)[1] == 4


def test_a_tiny_load_after_a_huge_one_is_still_ordered_well() -> None:
    """1e9 less 1e9 leaves no digit of 6e-9, so loads are summed up from what is left."""
    edges = [(1, 1, 0, 1e9), (1, 2, 1, 1e-9), (1, 3, 2, 3e-9), (2, 3, 1, 2e-9)]
    problem = Problem.of(Instance.from_edges(edges, depot=1))
    subsets = Subsets(problem)
    for _ in subsets.run():
        pass
    light = Problem.of(Instance.from_edges([(1, 1, 0, 1e-9), *edges[1:]], depot=1))
    assert light.tour(subsets.order, subsets.sides).cost == pytest.approx(1.15e-8)


def test_memory_is_estimated_before() -> None:
    """Eight bytes for each of 4 nodes and 2^4 sets."""
    problem = Problem.of(FOUR_EDGES)
    assert subset_bytes(problem) == 8 * 4 * 16
    assert subsets_pay(problem, memory=512)
    assert not subsets_pay(problem, memory=511)


@pytest.mark.parametrize("count", [30, 41, 1000])
def test_too_many_edges_do_not_pay(count: int) -> None:
    problem = Problem.of(Instance.from_edges([(1, 2, 1, 1)] * count, depot=1))
    assert not subsets_pay(problem, memory=1e30)
