"""The plan of least length for a fleet, priced with the load."""

import math
from typing import Any

import pytest

import arcload
from arcload import Edge, Instance, Plan, Route, Service, Trip, Vehicle
from arcload.model.types import Mode
from arcload.solving.postman import shortest_tour
from arcload.solving.shortest_plan import shortest_plan, under_load
from tests.examples import FOUR_EDGES


def _town(**changes: Any) -> Instance:
    town = arcload.generate("city", edges=60, demand="clustered", seed=3)
    return town.replace(capacity=town.total_demand / 3, curb_weight=10.0, **changes)


@pytest.mark.parametrize("mode", ["deliver", "collect"])
def test_it_is_shorter_and_dearer_than_a_plan_that_knows_the_load(mode: Mode) -> None:
    result = arcload.solve(_town(mode=mode), iterations=4000, threads=1, bound=False)
    comparison = arcload.compare(result)
    shortest = comparison.shortest.plan
    assert arcload.check(shortest).cost == pytest.approx(shortest.cost)
    assert shortest.instance == result.plan.instance
    assert shortest.length <= result.plan.length
    assert comparison.saved > 0.05
    assert comparison.load_matters
    assert arcload.compare(result).shortest.plan.routes == shortest.routes


def test_of_a_handful_of_streets_it_is_proven_and_driven_the_cheaper_way_round() -> None:
    """One trip of 10: out by 1 with 9, or out by 8 with all of them."""
    ring = Instance.from_edges(
        [("a", "b", 1, 9), ("b", "c", 1, 0.5), ("c", "a", 8, 0.5)], depot="a", capacity=10
    )
    comparison = arcload.compare(arcload.solve(ring))
    assert comparison.shortest.exact
    assert comparison.shortest.plan.length == 10
    assert [trip.services[0] for trip in comparison.shortest.plan.routes[0].trips] == [
        Service(1, 1)
    ]
    assert comparison.shortest.plan.cost == pytest.approx(5.5 + 0.75 + 2)


def test_fixed_costs_count_as_before() -> None:
    """Two vehicles are no longer than one and cost more: the shortest plan has one, too."""
    dear = FOUR_EDGES.replace(capacity=500, fixed_cost=100.0)
    found = shortest_plan(arcload.solve(dear))
    assert len(found.plan.routes) == 1
    assert not found.exact  # in length alone


def test_types_of_vehicles_that_differ_in_weight_alone_stay_apart() -> None:
    light, heavy = (Vehicle(curb_weight=W, start=1, end=1, count=1) for W in (1.0, 5.0))
    both = FOUR_EDGES.replace(vehicles=(light, heavy), capacity=120)
    comparison = arcload.compare(arcload.solve(both))
    used = [route.vehicle.curb_weight for route in comparison.shortest.plan.routes]
    assert len(used) == len(set(used))
    assert comparison.saved >= -1e-9


def test_a_plan_by_hand_is_compared_by_a_search_of_its_own() -> None:
    fleet = FOUR_EDGES.replace(capacity=120)
    trips = (Trip((Service(1, 1), Service(2, 1))), Trip((Service(3, 1), Service(4, 2))))
    comparison = arcload.compare(Plan(fleet, [Route(fleet.vehicle, trips)]))
    told = comparison.to_dict()
    assert told["plan"]["trips"] == 2
    assert told["plan"]["cost"] == 185
    assert told["shortest"]["length"] <= told["plan"]["length"] == 20


def test_plans_that_leave_out_different_streets_are_not_judged() -> None:
    fleet = FOUR_EDGES.replace(capacity=120, allow_unserved=True)
    nothing = Plan(fleet, [])
    comparison = arcload.compare(nothing)
    assert not comparison.serve_alike
    assert comparison.load_matters is None


def test_no_direction_under_load_makes_the_shortest_plan_longer() -> None:
    """In its order, the directions that are cheapest under load take 26, others 21."""
    uneven = Instance.from_edges(
        [
            Edge("a", "b", 3, 0, length_back=7),
            Edge("a", "c", 9, 0.5, length_back=0),
            Edge("b", "c", 9, 2, length_back=8),
            Edge("c", "a", 2, 0.5, length_back=9),
        ],
        depot="b",
        mode="collect",
        curb_weight=0,
        capacity=100,
    )
    shortest = arcload.compare(uneven).shortest
    assert shortest.exact
    assert shortest.plan.length == 21


@pytest.mark.parametrize("limits", [{}, {"max_length": 3}])
def test_a_route_that_cannot_be_driven_backwards_stays_as_it_is(limits: dict[str, Any]) -> None:
    one_way = Instance.from_edges(
        [Edge("a", "b", 1, 1, length_back=math.inf), Edge("b", "c", 2, 1, length_back=math.inf)],
        start="a",
        end="c",
        curb_weight=10,
        capacity=2,
        **limits,
    )
    result = arcload.solve(one_way)
    assert arcload.compare(result).shortest.plan.routes == result.plan.routes
    assert under_load(result.plan).routes == result.plan.routes


@pytest.mark.parametrize("mode", ["deliver", "collect"])
def test_where_turns_count_a_tour_is_compared_with_the_shortest_by_its_turns(mode: Mode) -> None:
    town = arcload.generate("city", edges=30, served=0.3, seed=3)
    rules = arcload.TurnRules(left=80, right=10, u_turn=300)
    town = town.replace(turn_rules=rules, mode=mode, curb_weight=1.0)
    result = arcload.solve(town)
    comparison = arcload.compare(result)
    shortest = comparison.shortest.plan
    assert comparison.shortest.exact
    assert arcload.check(shortest).cost == pytest.approx(shortest.cost)
    way, ours = (plan.length + plan.turn_length for plan in (shortest, result.plan))
    assert way <= ours * (1 + 1e-9)
    assert result.cost <= shortest.cost * (1 + 1e-9)
    blind = arcload.solve(town.replace(curb_weight=1.0, load_factor=0.0))
    assert way == pytest.approx(blind.cost)


def test_the_program_for_the_shortest_tour_refuses_turns() -> None:
    town = FOUR_EDGES.replace(turn_rules=arcload.TurnRules(u_turn=3))
    with pytest.raises(arcload.InputError, match=r"turns.*compare"):
        shortest_tour(town)
