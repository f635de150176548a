"""A fleet's problem as plain arrays."""

import math
from dataclasses import fields

import numpy as np
from hypothesis import given

from arcload import FREE, Facility, Instance
from arcload.model.fleet_problem import FleetProblem, VehicleType
from tests.fleet_strategies import fleet_problems
from tests.proofs.star import star


def test_what_is_not_given_costs_nothing() -> None:
    problem = star()
    assert problem.visit_costs.tolist() == problem.stop_times.tolist() == [0]
    np.testing.assert_array_equal(problem.surcharges, np.zeros((4, 2)))


def test_a_limit_of_hours_is_left_out_where_speeds_are_by_street() -> None:
    fleet = Instance.from_edges(
        [("depot", "a", 2.0, 3.0)],
        depot="depot",
        curb_weight=7.0,
        max_hours=8.0,
        max_length=9.0,
        serve_speed=10.0,
        drive_speed=40.0,
        length_unit="km",
    )
    assert not FleetProblem.of(fleet).relaxed
    problem = FleetProblem.of(fleet.replace(drive_speed="maxspeed; else 30"))
    assert problem.relaxed
    assert (problem.types[0].most_time, problem.types[0].longest) == (math.inf, 9)
    free = fleet.replace(serve_speed="maxspeed; else 30", max_hours=math.inf)
    assert not FleetProblem.of(free).relaxed


def test_an_instance_has_its_arrays_and_hours() -> None:
    instance = Instance.from_edges(
        [("depot", "a", 2.0, 3.0), ("a", "b", 5.0, 0.0), ("b", "depot", 1.0, 4.0)],
        depot="depot",
        capacity=5.0,
        load_factor=0.5,
        curb_weight=7.0,
        max_hours=8.0,
        serve_speed=10.0,
        drive_speed=40.0,
        max_trips=3,
        closed=(2,),
        facilities=[Facility("b", visit_cost=2.0, stop_minutes=30.0)],
        length_unit="km",
        end=FREE,
    )
    problem = FleetProblem.of(instance)
    kind = problem.types[0]
    assert (kind.a, kind.b, kind.capacity, kind.count) == (7, 0.5, 5, -1)
    assert (kind.start, kind.end, kind.most_trips, kind.longest) == (0, -1, 3, math.inf)
    assert (kind.most_time, kind.drive_time, kind.serve_time) == (8, 1 / 40, 1 / 10)
    assert kind.barred is not None
    assert kind.barred.tolist() == [False, True, False]
    assert problem.facilities.tolist() == [2, 0]
    assert problem.visit_costs.tolist() == [2, 0]
    assert problem.stop_times.tolist() == [0.5, 0]
    assert problem.served.tolist() == [True, False, True]
    assert not problem.collect


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
