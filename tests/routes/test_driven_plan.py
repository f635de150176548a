"""What every route format gets."""

import arcload
from arcload.routes.driven_plan import DrivenPlan
from tests.examples import FOUR_EDGES
from tests.fleet_plans import cut_tour, fleet_of
from tests.routes.towns import town


def test_a_result_and_its_tour_are_driven_alike() -> None:
    result = arcload.solve(town(), "greedy")
    by_result, by_tour = DrivenPlan(result), DrivenPlan(result.plan)
    assert by_result.plan == by_tour.plan == result.plan
    assert by_result.walk == by_tour.walk == result.plan.walk
    assert by_result.instance is result.plan.instance


def test_a_crossing_has_the_name_of_its_street_or_none() -> None:
    named = FOUR_EDGES.replace(names=("North", "", "South", "West"))
    order, directions = (1, 2, 3, 4), (1, 1, 1, 2)
    driven = DrivenPlan(arcload.Tour(named, order, directions))
    streets = {crossing.edge: driven.street(crossing) for crossing in driven.walk}
    assert streets == {1: "North", 2: "", 3: "South", 4: "West"}
    nameless = DrivenPlan(arcload.Tour(FOUR_EDGES, order, directions))
    assert {nameless.street(crossing) for crossing in nameless.walk} == {""}


def test_one_route_of_a_fleet_has_its_own_walk() -> None:
    plan = cut_tour(fleet_of(town()))
    driven = DrivenPlan(plan)
    assert list(driven.routes) == [1, 2]
    assert driven.walk == plan.walk
    assert driven.of_route(2).walk == plan.driven[1].walk
