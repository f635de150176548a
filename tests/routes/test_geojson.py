"""GeoJSON files: one feature per crossing, with what is on board."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import assume, given

import arcload
from arcload.routes.driven_plan import DrivenPlan
from arcload.routes.geojson import dump
from tests.fleet_plans import cut_tour, fleet_of
from tests.notes import noted
from tests.routes.towns import town
from tests.strategies import instances


def _collection(instance: arcload.Instance) -> dict[str, Any]:
    result = arcload.solve(instance, "greedy")
    parsed: dict[str, Any] = json.loads(dump(DrivenPlan(result)))
    return parsed


def test_each_crossing_is_a_feature_with_its_load() -> None:
    instance = town()
    result = arcload.solve(instance, "greedy")
    features = json.loads(dump(DrivenPlan(result)))["features"]
    assert len(features) == len(result.plan.walk)
    driven = 0.0
    for number, (feature, crossing) in enumerate(zip(features, result.plan.walk, strict=True), 1):
        driven += crossing.length
        found = feature["properties"]
        assert (found["number"], found["edge"]) == (number, crossing.edge)
        assert (found["served"], found["load_before"]) == (crossing.served, crossing.load_before)
        assert found["distance"] == pytest.approx(driven)
        assert found["street"] == instance.edge(crossing.edge).name


def test_lines_are_drawn_in_the_direction_driven() -> None:
    instance = town()
    features = _collection(instance)["features"]
    lines = [feature["geometry"]["coordinates"] for feature in features]
    assert all(line[-1] == after[0] for line, after in pairwise(lines))


def test_a_plane_network_is_written_as_it_is_and_said_to_be_no_map() -> None:
    instance = arcload.generate("city", edges=30, seed=1)
    route = DrivenPlan(arcload.solve(instance, "greedy"))
    collection = json.loads(dump(route))
    assert noted(route.notes, "is not on the globe")
    assert collection["features"][0]["geometry"]["type"] == "LineString"


def test_a_network_without_coordinates_is_refused() -> None:
    instance = arcload.Instance.from_edges([("a", "b", 1, 1)], depot="a", name="list")
    with pytest.raises(arcload.InputError, match="'list' has no coordinates"):
        arcload.write_route(arcload.solve(instance), "never.geojson")


@given(instances(min_served=1))
def test_every_instance_with_coordinates_gives_strict_json(instance: arcload.Instance) -> None:
    """Odd names, loops, parallel and one-way streets; shapes off the earth are refused."""
    assume(instance.coordinates is not None)
    route = DrivenPlan(arcload.solve(instance, "greedy"))
    try:
        text = dump(route)
    except arcload.InputError as error:
        assert "not on earth" in str(error)  # noqa: PT017
        return
    features = json.loads(text, parse_constant=pytest.fail)["features"]
    assert all(len(feature["geometry"]["coordinates"]) > 1 for feature in features)


def test_a_fleet_has_routes_trips_visits_and_streets_left_out() -> None:
    plan = cut_tour(fleet_of(town(edges=40), allow_unserved=True), unserved=2)
    instance = plan.instance
    features = json.loads(dump(DrivenPlan(plan)))["features"]
    found = [feature["properties"] for feature in features]
    points = [one for one in features if one["geometry"]["type"] == "Point"]
    assert instance.coordinates is not None
    trips = [
        (number, which, trip.facility, trip.load)
        for number, route in enumerate(plan.driven, start=1)
        for which, trip in enumerate(route.trips, start=1)
    ]
    keys = ("route", "trip", "facility", "load")
    assert [tuple(one["properties"][key] for key in keys) for one in points] == trips
    for one in points:
        node = instance.node_index(one["properties"]["facility"])
        assert one["geometry"]["coordinates"] == instance.coordinates[node].tolist()
    assert [one["edge"] for one in found if one.get("left_out")] == list(plan.unserved)
    assert len(plan.unserved) == 2
    for number, route in enumerate(plan.driven, start=1):
        own = [one for one in found if one.get("route") == number]
        assert [one["number"] for one in own] == list(range(1, len(own) + 1))
        assert [one["edge"] for one in own if "edge" in one] == [c.edge for c in route.walk]
        assert own[-1]["hours"] == pytest.approx(route.hours, abs=1e-5)
