"""Settings state a whole fleet, and read makes the same fleet of them."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload import FREE, Facility, Instance, Vehicle
from arcload.model.errors import InputError
from arcload.model.files import JsonReader
from arcload.model.settings import changes_in, checked_settings, other_settings, settings_of
from tests.examples import FOUR_EDGES
from tests.fleet_strategies import fleets

TWO = FOUR_EDGES.replace(
    vehicles=[
        Vehicle(label="van", curb_weight=2, capacity=100, start=1, end=1, count=2),
        Vehicle(label="truck", curb_weight=5, capacity=135, start=1, end=2, fixed_cost=7),
    ],
    facilities=[Facility(3, visit_cost=2)],
    refill_at_depot=False,
)


def test_one_vehicle_of_one_tour_is_stated_as_ever() -> None:
    assert settings_of(FOUR_EDGES.replace(end=FREE, keep="depot")) == {
        **{"curb_weight": 0.0, "start": 1, "end": None, "mode": "deliver"},
        "keep": "depot",
    }
    assert settings_of(FOUR_EDGES.replace(capacity=200))["capacity"] == 200


def test_several_types_and_the_rules_of_a_fleet_are_stated() -> None:
    stated = settings_of(TWO.replace(cut_streets=True))
    assert [one["label"] for one in stated["vehicles"]] == ["van", "truck"]
    assert stated["vehicles"][0]["count"] == 2
    assert stated["facilities"] == [{"node": 3, "visit_cost": 2.0}]
    assert (stated["refill_at_depot"], stated["cut_streets"]) == (False, True)
    assert "objective" not in stated


@settings(deadline=None, max_examples=50)
@given(fleets(), st.booleans(), st.sampled_from(["csv", "json"]))
def test_a_file_read_with_the_settings_is_the_same_fleet(
    tmp_path_factory: pytest.TempPathFactory, instance: Instance, unserved: bool, extension: str
) -> None:
    """Whatever the file itself says of vehicles."""
    instance = instance.replace(name="town", allow_unserved=unserved)
    file = tmp_path_factory.mktemp("towns") / f"town.{extension}"
    arcload.write(instance.replace(fixed_cost=9, count=7, allow_unserved=True), file)
    stated = json.loads(json.dumps(settings_of(instance)))
    units = {"length_unit": instance.length_unit} if extension == "csv" else {}
    again = arcload.read(file, **changes_in(stated), **units)
    assert settings_of(again) == settings_of(instance)
    assert (again.vehicles, again.facilities) == (instance.vehicles, instance.facilities)
    assert extension == "csv" or again == instance  # a list of edges has no order of nodes


def test_the_capacity_of_a_file_does_not_come_back_into_a_single_tour(tmp_path: Path) -> None:
    arcload.write(FOUR_EDGES.replace(capacity=135), tmp_path / "four.json")
    changes = changes_in(settings_of(FOUR_EDGES))
    assert changes["capacity"] == math.inf
    assert arcload.read(tmp_path / "four.json", **changes) == FOUR_EDGES
    assert changes_in({}) == {}


def test_other_vehicles_are_told() -> None:
    assert other_settings(TWO, settings_of(TWO)) == ""
    assert "types of vehicles; this check uses" in other_settings(TWO, settings_of(FOUR_EDGES))
    heavy = TWO.replace(vehicles=[TWO.vehicles[0], arcload.Vehicle(curb_weight=6, start=1, end=2)])
    assert "curb weight 5; this check uses" not in other_settings(TWO, settings_of(TWO))
    assert "this check uses curb weight 6" in other_settings(heavy, settings_of(TWO))
    assert other_settings(FOUR_EDGES, {}) == ""


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([], "must be an object"),
        ({"capacity": "much"}, "capacity is 'much'"),
        ({"keep": "some"}, "'keep' must be"),
        ({"cut_streets": 1}, "'cut_streets' must be true or false"),
        ({"vehicles": [{"count": 0}]}, "count is 0"),
        ({"facilities": [{"node": 1, "stop_minutes": -1}]}, "stop_minutes is -1"),
        ({"objective": "speed"}, "objective is 'speed'"),
    ],
)
def test_settings_of_another_kind_are_refused(value: Any, words: str) -> None:
    text = json.dumps({"settings": value}, indent=1)
    with pytest.raises(InputError, match=words) as caught:
        checked_settings(JsonReader(text, Path("result.json"), None), value)
    assert "result.json, line " in str(caught.value)
