"""A plan as the studio's map draws it over the base network."""

import json

import pytest
from hypothesis import given, settings

import arcload
from arcload import Tour
from arcload.studio.edits.edited import edited
from arcload.studio.edits.edits import Edits
from arcload.studio.edits.plan_drawing import plan_drawing
from tests.examples import FOUR_EDGES
from tests.plan_strategies import fleet_plans


def test_streets_are_numbered_as_in_the_base() -> None:
    edits = Edits().with_step([{"streets": [1], "closed": True}], FOUR_EDGES)
    less = edited(FOUR_EDGES, edits)
    tour = Tour(less, (3, 4, 2), (1, 2, 2))
    (route,) = plan_drawing(tour, FOUR_EDGES)["routes"]
    assert [FOUR_EDGES.edges[edge] for edge in route["edge"]] == [c.edge for c in tour.walk]
    assert [flags >= 2 for flags in route["flags"]] == [c.served for c in tour.walk]
    assert [flags % 2 == 1 for flags in route["flags"]] == [c.direction == 1 for c in tour.walk]
    assert route["load"][0] == less.total_demand
    assert len(route["load"]) == len(route["edge"]) + 1
    assert route["cost"] == pytest.approx(tour.cost)


@settings(max_examples=25)
@given(plan=fleet_plans())
def test_routes_of_fleets_visit_their_facilities(plan: arcload.Plan) -> None:
    drawing = plan_drawing(plan, plan.instance)
    assert json.loads(json.dumps(drawing, allow_nan=False)) == drawing
    assert [len(route["visits"]) for route in drawing["routes"]] == [
        len(route.trips) for route in plan.routes
    ]
    for route, told in zip(plan.driven, drawing["routes"], strict=True):
        for crossings, node, load, _ in told["visits"]:
            here = plan.instance.nodes[node]
            assert 0 <= crossings <= len(route.walk)
            if crossings < len(route.walk):
                assert route.walk[crossings].from_node == here
            assert load >= 0
        assert told["carried"] == pytest.approx(sum(trip.load for trip in route.trips))
    left = {plan.instance.edges[edge] for edge in drawing["unserved"]}
    assert left == {*plan.unserved}
