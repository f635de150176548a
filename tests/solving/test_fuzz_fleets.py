"""A short run of the checks that `python -m tests.fuzz_fleets` makes on random tiny fleets."""

import numpy as np
import pytest

from arcload.model.fleet_problem import FleetProblem
from tests.fleet_brute_force import least_cost
from tests.fleet_optimum import fleet_optimum
from tests.fuzz_fleets import check_fleet
from tests.random_fleets import random_fleet

COUNT, BATCH = 80, 20


@pytest.mark.parametrize("first", range(0, COUNT, BATCH))
def test_what_is_found_is_the_optimum_and_every_rule_is_checked(first: int) -> None:
    for index in range(first, first + BATCH):
        check_fleet(2, index)


def test_the_reference_agrees_with_trying_every_plan() -> None:
    compared = 0
    for index in range(60):
        instance, _ = random_fleet(np.random.default_rng([3, index]), most=3)
        expected = least_cost(FleetProblem.of(instance))
        optimum = fleet_optimum(instance)
        if expected is None or optimum is None:
            assert expected is optimum
            continue
        assert optimum == pytest.approx(expected, rel=1e-12, abs=1e-12)
        compared += 1
    assert compared > 40


def test_where_the_cheapest_way_to_serve_leaves_no_hours_a_dearer_one_is_found() -> None:
    check_fleet(1, 3908)  # an empty vehicle drives for nothing, and its hours are few
