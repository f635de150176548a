"""The routes in the files of results."""

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import arcload
from arcload import InputError, Plan
from arcload.model.result_file import StatedResult, read_result
from arcload.model.stated_route import stated_routes
from tests.examples import FOUR_EDGES
from tests.model.test_plan import fleet_plan
from tests.model.test_result_file import RESULT, put, reloaded
from tests.plan_strategies import fleet_plans, result_of

FLEET = result_of(fleet_plan())


@settings(deadline=None, max_examples=60)
@given(fleet_plans())
def test_any_plan_of_a_fleet_is_read_as_it_was_saved(plan: Plan) -> None:
    result = result_of(plan)
    again = reloaded(result)
    assert again == result
    assert (again.plan.driven, again.plan.unserved) == (plan.driven, plan.unserved)
    assert arcload.check(again).cost == pytest.approx(plan.cost)


def test_a_route_states_its_vehicle_its_figures_and_its_trips() -> None:
    first, second = json.loads(json.dumps(FLEET.summary()["routes"]))
    assert (first["vehicle"], second["vehicle"], second["label"]) == (0, 1, "heavy")
    assert (first["cost"], first["length"], first["hours"]) == (
        FLEET.plan.driven[0].cost,
        6,
        pytest.approx(0.55),
    )
    assert first["trips"] == [
        {"facility": 1, "load": 100, "services": [[1, 1]]},
        {"facility": 3, "load": 20, "services": [[2, 2]]},
    ]
    summary = FLEET.summary()
    assert (summary["trips"], summary["unserved"]) == (3, ())
    assert summary["hours"] == FLEET.plan.hours


def test_a_tour_states_one_route_of_one_trip_and_its_walk_once() -> None:
    data = RESULT.to_dict()
    services = [[1, 1], [2, 1], [3, 1], [4, 2]]
    trip = {"facility": 1, "load": 135.0, "services": services}
    route = {"vehicle": 0, "cost": 275, "length": 20, "hours": None, "trips": [trip]}
    assert (data["trips"], data["routes"]) == (1, [route])
    assert "unserved" not in data
    assert "hours" not in data


@pytest.mark.parametrize(
    ("change", "words"),
    [({"vehicle": 3}, "states vehicle 3.* 1 type"), ({"label": "truck"}, "'truck'; it is ''")],
)
def test_a_tour_is_driven_by_the_vehicle_that_is_stated(change: dict[str, Any], words: str) -> None:
    data = RESULT.to_dict()
    data["routes"][0] |= change
    with pytest.raises(arcload.CheckError, match=words):
        arcload.load_result(data, RESULT.plan.instance)


def test_the_longest_route_is_stated_where_it_counts() -> None:
    plan = fleet_plan()
    counted = tuple(replace(vehicle, count=2) for vehicle in plan.instance.vehicles)
    instance = plan.instance.replace(vehicles=counted, objective="balance")
    routes = [
        arcload.Route(vehicle, route.trips)
        for vehicle, route in zip(counted, plan.routes, strict=True)
    ]
    balanced = result_of(Plan(instance, routes))
    assert balanced.summary()["longest"] == plan.longest
    with pytest.raises(arcload.CheckError, match="longest stated is 1"):
        replace(StatedResult.of(balanced), longest=1).result(instance)


def test_a_walk_of_a_trip_that_takes_no_shortest_path_stays_as_it_is() -> None:
    """There and back along street 3, before the second vehicle's trip begins."""
    plan = fleet_plan()
    route = plan.driven[1]
    (trip,) = route.trips
    there = arcload.Crossing(3, 1, 4, 1, False, 1.0, 0.0, 0.0, 2.0)
    back = arcload.Crossing(3, 4, 1, 2, False, 1.0, 0.0, 0.0, 2.0)
    longer = trip._replace(walk=(there, back, *trip.walk), visit=2)
    driven = [plan.driven[0].trips, (longer,)]
    other = Plan(plan.instance, plan.routes, driven)
    assert other.cost == plan.cost + 4
    assert reloaded(result_of(other)).plan.driven[1].trips == (longer,)
    assert other != plan


def test_what_is_driven_must_serve_as_the_routes_say() -> None:
    plan = fleet_plan()
    first, second = plan.driven[0].trips
    swapped = plan.routes[0]._replace(trips=plan.routes[0].trips[::-1])
    with pytest.raises(arcload.CheckError, match="trip 1 of route 1"):
        Plan(plan.instance, [swapped, plan.routes[1]], [(first, second), plan.driven[1].trips])


def test_the_file_has_a_line_per_route_per_trip_and_per_crossing() -> None:
    text = FLEET.to_json()
    assert json.loads(text) == json.loads(json.dumps(FLEET.to_dict()))
    lines = text.splitlines()
    crossings = sum(line.startswith('     {"edge": ') for line in lines)
    assert crossings == len(FLEET.plan.walk)
    assert sum(line.startswith('    {"facility": ') for line in lines) == FLEET.plan.trips
    assert sum(line.startswith('  {"vehicle": ') for line in lines) == 2


def test_a_fleet_that_serves_nothing_has_no_route(tmp_path: Path) -> None:
    nothing = FOUR_EDGES.replace(capacity=9, demand=dict.fromkeys(FOUR_EDGES.edges, 0))
    result = result_of(Plan(nothing, []))
    optimal = replace(result, lower_bound=0.0, status="optimal")
    assert reloaded(optimal) == optimal
    assert optimal.summary()["trips"] == 0


ROUTE = ("routes", 0)
TRIP = (*ROUTE, "trips", 1)
DAMAGED: list[tuple[tuple[str | int, ...], Any, str]] = [
    (("trips",), 1.5, "must be a whole number"),
    (("hours",), "1", "must be a number"),
    (("unserved",), 1, "must be a list"),
    (("unserved",), [[1]], "must be text or a number"),
    (("routes",), {}, "must be a list"),
    (ROUTE, 7, "stands where an object"),
    (ROUTE, {"vehicle": 0}, "this route has no 'trips'"),
    ((*ROUTE, "vehicle"), "0", "must be a whole number"),
    ((*ROUTE, "vehicle"), -1, "'vehicle' is -1"),
    ((*ROUTE, "label"), 1, "must be text"),
    ((*ROUTE, "cost"), None, "must be a number"),
    ((*ROUTE, "hours"), [], "must be a number"),
    ((*ROUTE, "trips"), {}, "'trips' must be a list"),
    ((*ROUTE, "colour"), "red", "'colour' is unknown"),
    (TRIP, [], "stands where an object"),
    (TRIP, {"facility": 1}, "this trip has no 'services'"),
    (TRIP, {"facility": 1, "services": [], "walk": []}, "go together"),
    ((*TRIP, "facility"), [1], "must be text or a number"),
    ((*TRIP, "load"), "much", "must be a number"),
    ((*TRIP, "services"), 1, "'services' must be a list"),
    ((*TRIP, "services", 0), [1], "a service is [edge, direction]"),
    ((*TRIP, "services", 0), [1, "1"], "must be a whole number"),
    ((*TRIP, "visit"), 1.5, "must be a whole number"),
    ((*TRIP, "visit"), 99, "'visit' is 99; the walk of the trip has"),
    ((*TRIP, "walk"), 1, "'walk' must be a list"),
    ((*TRIP, "walk", 0, "edge"), [], "must be text or a number"),
]


@pytest.mark.parametrize(("steps", "value", "words"), DAMAGED)
def test_a_damaged_route_is_refused_at_its_line(
    steps: tuple[str | int, ...], value: Any, words: str, tmp_path: Path
) -> None:
    data = json.loads(json.dumps(FLEET.to_dict()))
    put(*steps)(data, "HERE")
    text = json.dumps(data, indent=1)
    first = text[: text.index("HERE")].count("\n") + 1
    last = first + json.dumps(value, indent=1).count("\n")
    put(*steps)(data, value)
    file = tmp_path / "result.json"
    file.write_text(json.dumps(data, indent=1))
    with pytest.raises(InputError) as caught:
        read_result(file)
    message = str(caught.value)
    assert words in message
    assert first <= int(message.removeprefix(f"{file}, line ").split(":")[0]) <= last


def test_a_walk_that_is_stated_twice_or_in_part_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    data = json.loads(json.dumps(FLEET.to_dict()))
    file.write_text(json.dumps(data | {"walk": []}))
    with pytest.raises(InputError, match="keep one"):
        read_result(file)
    for name in ("walk", "visit"):
        del data["routes"][0]["trips"][1][name]
    file.write_text(json.dumps(data))
    with pytest.raises(InputError, match="this trip has no 'walk'"):
        read_result(file)


@pytest.mark.parametrize(
    ("steps", "value", "words"),
    [
        (("cost",), 1.0, "the cost stated is 1.0"),
        (("trips",), 4, "the trips stated is 4"),
        (("hours",), 9.0, "the hours stated is 9.0"),
        (("unserved",), [1], "the edges stated as unserved"),
        (("routes", 1, "cost"), 1.0, "the cost of route 2 stated is 1.0"),
        (("routes", 1, "length"), 1.0, "the length of route 2 stated is 1.0"),
        (("routes", 0, "hours"), 1.0, "the hours of route 1 stated is 1.0"),
        (("routes", 0, "vehicle"), 2, "route 1 states vehicle 2.* 2 types"),
        (("routes", 1, "label"), "light", "route 2 states the vehicle 'light'; it is 'heavy'"),
        (("routes", 0, "trips", 1, "load"), 1.0, "trip 2 of route 1 is stated as 1.0; it is 20"),
        (("routes", 0, "trips", 1, "services"), [[2, 1]], "trip 2 of route 1 are not those"),
        (("routes", 0, "trips", 1, "facility"), 4, "trip 2 of route 1 .* at 4"),
        (
            ("routes", 1, "trips", 0, "walk", 1, "cost"),
            1.0,
            r"crossing 2 \(edge 4\) of trip 1 of route 2 \('heavy'\) states cost 1.0",
        ),
    ],
)
def test_a_figure_that_is_not_that_of_the_walk_is_refused(
    steps: tuple[str | int, ...], value: Any, words: str, tmp_path: Path
) -> None:
    data = json.loads(json.dumps(FLEET.to_dict()))
    put(*steps)(data, value)
    (tmp_path / "r.json").write_text(json.dumps(data))
    with pytest.raises(arcload.CheckError, match=words):
        arcload.load_result(tmp_path / "r.json", FLEET.plan.instance)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"facility": 2}, "facility stated is 2; it is 1"),
        ({"load": 1.0}, "load stated is 1.0; it is 135"),
        ({"services": ()}, "services stated"),
    ],
)
def test_what_a_tour_states_of_its_trip_must_be_true(changes: dict[str, Any], words: str) -> None:
    stated = StatedResult.of(RESULT)
    assert stated.routes is not None
    (route,) = stated.routes
    wrong = replace(route, trips=(replace(route.trips[0], **changes),))
    with pytest.raises(arcload.CheckError, match=words):
        replace(stated, routes=(wrong,)).result(FOUR_EDGES)


def test_figures_of_routes_and_trips_may_be_left_out(tmp_path: Path) -> None:
    data = json.loads(json.dumps(FLEET.to_dict()))
    for name in ("trips", "hours", "unserved"):
        del data[name]
    for route in data["routes"]:
        for name in ("cost", "length", "hours"):
            del route[name]
        for trip in route["trips"]:
            del trip["load"]
    (tmp_path / "bare.json").write_text(json.dumps(data))
    bare = read_result(tmp_path / "bare.json")
    assert bare.routes is not None
    assert math.isnan(bare.routes[0].cost)
    assert bare.result(FLEET.plan.instance).plan.cost == FLEET.cost
    assert json.loads(json.dumps(bare.to_dict())) == data | {
        "routes": [route | {"hours": None} for route in data["routes"]]
    }


def test_the_routes_of_a_plan_are_stated_with_or_without_their_walks() -> None:
    plan = fleet_plan()
    with_walks, without = (stated_routes(plan, walks=walks) for walks in (True, False))
    assert [trip.driven() for route in with_walks for trip in route.trips] == [
        trip for route in plan.driven for trip in route.trips
    ]
    assert all(trip.walk is None for route in without for trip in route.trips)
    assert StatedResult.of(FLEET).routes == with_walks


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (
            {"facilities": [arcload.Facility(3, 5)]},
            r"3 \(cost 5, 6 minutes\); this check uses 3 \(",
        ),
        ({"facilities": [], "refill_at_depot": True}, "solved for facilities 3 .* uses none"),
        ({"allow_unserved": True}, "streets left out not allowed; this check uses allowed"),
        ({"max_trips": 5}, "max trips 2; this check uses max trips 5"),
        ({"count": 1, "objective": "balance"}, "solved for no count; this check uses count 1"),
        ({"vehicle": FOUR_EDGES.vehicle}, "solved for 2 types of vehicles; this check uses 1"),
    ],
)
def test_a_result_for_another_fleet_is_refused(changes: dict[str, Any], words: str) -> None:
    other = FLEET.plan.instance.replace(**changes)
    with pytest.raises(arcload.CheckError, match=words):
        StatedResult.of(FLEET).result(other)
