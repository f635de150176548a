"""A fleet's problem as plain arrays."""

from dataclasses import fields

import numpy as np
from hypothesis import given

from arcload.model.fleet_problem import FleetProblem, VehicleType
from tests.fleet_strategies import fleet_problems
from tests.proofs.star import star


def test_what_is_not_given_costs_nothing() -> None:
    problem = star()
    assert problem.visit_costs.tolist() == problem.stop_times.tolist() == [0]
    for table in (problem.surcharges, problem.drive_times, problem.serve_times):
        np.testing.assert_array_equal(table, np.zeros((4, 2)))


def test_backwards_each_direction_is_the_other_and_routes_end_where_they_started() -> None:
    one_way = FleetProblem(
        nodes=2,
        ends=np.array([[0, 1]]),
        lengths=np.array([[3.0, np.inf]]),
        demands=np.ones(1),
        served=np.array([True]),
        facilities=np.array([0]),
        surcharges=np.array([[1.0, 2.0]]),
        types=(VehicleType(start=0, end=1),),
    )
    back = one_way.reversed()
    assert back.collect
    assert back.lengths.tolist() == [[np.inf, 3]]
    assert back.surcharges.tolist() == [[2, 1]]
    assert (back.types[0].start, back.types[0].end) == (1, 0)


@given(fleet_problems())
def test_backwards_twice_is_the_same(problem: FleetProblem) -> None:
    twice = problem.reversed().reversed()
    for field in fields(FleetProblem):
        if field.name != "types":
            np.testing.assert_array_equal(getattr(twice, field.name), getattr(problem, field.name))
    for kind, same in zip(twice.types, problem.types, strict=True):
        assert (kind.start, kind.end) == (same.start, same.end)
