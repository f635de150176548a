"""The check of small fleets against the optimum."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings

from arcload import Instance
from arcload.model.certificate import Certificate
from arcload.model.errors import CheckError
from arcload.model.fleet_problem import FleetProblem
from arcload.proofs.fleets.small_fleets import small_optimum
from arcload.proofs.verify import verify
from arcload.proofs.verify.fleet_subsets import MOST_SERVICES, by_fleet_subsets
from tests.fleet_strategies import fleets
from tests.proofs.star import star, star_instance


def test_the_star_costs_80_and_no_more_is_believed() -> None:
    assert verify(star_instance(), Certificate("subsets", 80.0)) == 80
    with pytest.raises(CheckError, match="proves 80"):
        verify(star_instance(), Certificate("subsets", 80.1))


def test_where_no_plan_serves_all_nothing_is_proven() -> None:
    kind = replace(star().types[0], count=1, most_trips=1)
    with pytest.raises(CheckError, match="no plan"):
        by_fleet_subsets(replace(star(), types=(kind,)), Certificate("subsets", 80.0))


def test_too_many_services_are_refused() -> None:
    many = np.zeros((MOST_SERVICES + 1, 2), dtype=np.int64)
    problem = replace(
        star(),
        ends=many,
        lengths=np.ones((len(many), 2)),
        demands=np.ones(len(many)),
        served=np.ones(len(many), dtype=np.bool_),
        surcharges=np.zeros((len(many), 2)),
    )
    with pytest.raises(CheckError, match=f"above {MOST_SERVICES}"):
        by_fleet_subsets(problem, Certificate("subsets", 1.0))


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(fleets(most_services=4))
def test_the_check_finds_the_same_optimum(instance: Instance) -> None:
    plan = small_optimum(FleetProblem.of(instance))
    assume(plan is not None)
    assert plan is not None
    assert verify(instance, Certificate("subsets", plan.cost)) == pytest.approx(plan.cost)
