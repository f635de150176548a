"""The optimum of the smallest problems, found without compiled code."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings

import arcload
from arcload import Instance
from arcload.engine.problem import Problem
from arcload.maps.generators import generate
from arcload.proofs.subsets import Subsets
from arcload.proofs.tiny import MOST_EDGES, is_tiny, tiny_optimum
from tests.brute_force import best_over_orders
from tests.examples import FOUR_EDGES
from tests.strategies import instances


def test_the_paper_example() -> None:
    problem = Problem.of(FOUR_EDGES)
    cost, order, sides = tiny_optimum(problem)
    assert (cost, problem.tour(order, sides).cost) == (275, 275)


@settings(max_examples=150)
@given(instances(min_served=1, max_served=5))
def test_it_is_the_optimum(instance: Instance) -> None:
    problem = Problem.of(instance)
    cost, order, sides = tiny_optimum(problem)
    optimum = best_over_orders(instance)
    assert cost == pytest.approx(optimum, rel=1e-9)
    assert problem.tour(order, sides).cost == pytest.approx(optimum, rel=1e-9)


@pytest.mark.parametrize("seed", range(3))
def test_the_largest_agree_with_the_compiled_program(seed: int) -> None:
    problem = Problem.of(generate("eulerian", nodes=8, edges=MOST_EDGES, seed=seed))
    subsets = Subsets(problem)
    for _ in subsets.run():
        pass
    cost, order, _ = tiny_optimum(problem)
    assert cost == pytest.approx(problem.tour(subsets.order, subsets.sides).cost)
    assert sorted(order) == list(range(MOST_EDGES))


def test_more_edges_are_not_tiny() -> None:
    assert is_tiny(Problem.of(generate("eulerian", nodes=8, edges=MOST_EDGES, seed=1)))
    assert not is_tiny(Problem.of(generate("eulerian", nodes=8, edges=MOST_EDGES + 1, seed=1)))


def test_it_needs_no_compiler() -> None:
    """The default method solves a tiny problem without loading Numba or SciPy."""
    script = (
        "import sys, arcload\n"
        "streets = [(1, 2, 2, 100), (2, 3, 1, 20), (1, 4, 1, 10), (3, 4, 10, 5)]\n"
        "result = arcload.solve(arcload.Instance.from_edges(streets, depot=1))\n"
        "assert (result.cost, result.status) == (275, 'optimal')\n"
        "assert not {'numba', 'scipy'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_its_bound_comes_with_a_proof() -> None:
    result = arcload.solve(FOUR_EDGES)
    assert result.lower_bound == 275
    assert result.certificate is not None
    assert result.certificate.kind == "subsets"
    assert np.isclose(result.gap or 0.0, 0.0)
