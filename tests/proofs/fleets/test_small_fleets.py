"""Optima of small fleets against every plan."""

import pytest
from hypothesis import HealthCheck, given, settings

from arcload.model.fleet_problem import FleetProblem
from arcload.proofs.fleets.small_fleets import small_optimum
from tests.fleet_brute_force import least_cost, plan_cost
from tests.fleet_strategies import fleet_problems


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(fleet_problems(limits=False))
def test_no_plan_costs_less_than_the_optimum(problem: FleetProblem) -> None:
    _compare(problem)


@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
@given(fleet_problems())
def test_no_plan_within_the_limits_costs_less_than_the_optimum(problem: FleetProblem) -> None:
    _compare(problem)


def _compare(problem: FleetProblem) -> None:
    plan, least = small_optimum(problem), least_cost(problem)
    if plan is None:
        assert least is None
    else:
        assert plan.cost == pytest.approx(least)
        assert plan_cost(problem, plan.routes) == pytest.approx(plan.cost)
