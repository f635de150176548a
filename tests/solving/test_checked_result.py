"""The result of a run, checked."""

import numpy as np
import pytest

import arcload
from arcload.engine.context import Context
from arcload.engine.solution import Solution
from arcload.model.certificate import Certificate
from tests.examples import FOUR_EDGES


def test_one_edge_is_proven_optimal() -> None:
    one = arcload.Instance.from_edges([(1, 2, 3, 4)], depot=1, curb_weight=1)
    result = arcload.solve(one)
    assert (result.cost, result.lower_bound, result.gap, result.status) == (12, 12, 0, "optimal")


def test_no_tour_in_time_is_an_error() -> None:
    def find_nothing(context: Context) -> None:
        pass

    with pytest.raises(arcload.NoTourError, match="find_nothing"):
        arcload.solve(FOUR_EDGES, find_nothing)


def test_a_method_that_lies_about_its_tour_is_caught() -> None:
    def wrong(context: Context) -> None:
        context.offer(Solution(1.0, np.array([0, 1, 3, 2]), np.array([0, 0, 0, 1])))

    with pytest.raises(arcload.CheckError, match="wrong"):
        arcload.solve(FOUR_EDGES, wrong)


def test_a_bound_that_rounding_raised_above_the_cost_is_the_cost() -> None:
    def prove(context: Context) -> None:
        bound = 275 * (1 + 1e-12)
        context.offer(Solution(bound, np.array([0, 1, 2, 3]), np.array([0, 0, 0, 1])))
        context.raise_bound(bound, Certificate("subsets", bound))

    result = arcload.solve(FOUR_EDGES, prove)
    assert (result.cost, result.lower_bound, result.status) == (275, 275, "optimal")
    assert result.certificate is not None
    assert result.certificate.bound == result.history[-1][2] == result.bound_history[-1][1] == 275
