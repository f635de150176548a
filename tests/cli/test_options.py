"""The groups of options that commands share."""

import inspect
import math
from dataclasses import fields
from typing import Any

import pytest

from arcload.cli import options
from arcload.engine.run import DEFAULT_MEMORY
from arcload.maps.formats.draft import Draft
from arcload.maps.formats.reading import Reading
from arcload.model.errors import InputError
from arcload.model.result_file import StatedResult
from arcload.model.vehicle import FIELDS, FREE
from arcload.solving.solve import solve
from tests.examples import FOUR_EDGES


def names(group: type) -> set[str]:
    """Return the options of a group."""
    return {field.name for field in fields(group)}


def test_the_library_takes_every_option() -> None:
    assert names(options.ReadingOptions) == {*Reading.names(), "format"}
    taken = {*inspect.signature(Draft.instance).parameters} - {"self"}
    renamed = {"vehicles", "facility", "speed", "fuel"}
    renamed |= {"u_turn", "turns", "traffic", "turn_seconds"}  # all of them are turn_rules
    assert names(options.VehicleOptions) - renamed < taken | {*FIELDS}
    assert names(options.StopOptions) < {*inspect.signature(solve).parameters}
    assert {*options.SearchOptions().arguments()} < {*inspect.signature(solve).parameters}


def test_only_what_was_given_is_handed_on() -> None:
    assert options.ReadingOptions().changes() == {}
    assert options.ReadingOptions(snap=0.0, format="csv").changes() == {
        "snap": 0.0,
        "format": "csv",
    }
    assert options.VehicleOptions(curb_weight=0.0, start="free", end="free").changes() == {
        "curb_weight": 0.0,
        "start": FREE,
        "end": FREE,
    }


def test_a_depot_may_be_called_free() -> None:
    assert options.VehicleOptions(depot="free").changes() == {"depot": "free"}


def test_the_vehicle_of_a_result_is_used_where_no_option_names_another() -> None:
    result = StatedResult.of(solve(FOUR_EDGES, "greedy"))
    settings = result.vehicle()
    assert options.VehicleOptions().changes(result) == settings
    ratio = options.VehicleOptions(curb_ratio=2.0).changes(result)
    assert "curb_weight" not in ratio
    assert (ratio["curb_ratio"], ratio["start"]) == (2.0, settings["start"])
    depot = options.VehicleOptions(depot="3").changes(result)
    assert not {"start", "end"} & {*depot}
    assert depot["curb_weight"] == settings["curb_weight"]


def test_options_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(InputError, match="--curb-weight and --curb-ratio"):
        options.VehicleOptions(curb_weight=1.0, curb_ratio=1.0)
    with pytest.raises(InputError, match="--keep is 'some'"):
        options.VehicleOptions(keep="some")


def test_the_options_of_the_policy_are_for_its_method_alone() -> None:
    given = options.PolicyOptions(model="paper", polish=True)
    assert given.parameters("arc-drl")["model"] == "paper"
    assert given.parameters("arc-drl")["polish"] > 0
    assert options.PolicyOptions().parameters("greedy") == {}
    with pytest.raises(InputError, match=r"--polish .* greedy does not use it"):
        options.PolicyOptions(polish=True).parameters("greedy")


def test_memory_is_in_gigabytes() -> None:
    assert options.memory_in_bytes(None) == DEFAULT_MEMORY
    assert options.memory_in_bytes(0.5) == 5e8
    for wrong in (0.0, -1.0, float("nan")):
        with pytest.raises(InputError, match="--memory is"):
            options.memory_in_bytes(wrong)


def test_the_options_of_a_fleet_are_what_read_takes() -> None:
    given = options.VehicleOptions(
        capacity=5.0,
        vehicles="2",
        facility=["A,B", "C"],
        refill_at_depot=False,
        max_trips="any",
        speed=["serve=20, drive=40"],
        objective="balance",
        allow_unserved=True,
        cut_streets=True,
    )
    assert given.changes() == {
        "capacity": 5.0,
        "count": 2,
        "facilities": ["A,B", "C"],
        "refill_at_depot": False,
        "max_trips": math.inf,
        "serve_speed": 20.0,
        "drive_speed": 40.0,
        "objective": "balance",
        "allow_unserved": True,
        "cut_streets": True,
    }
    assert options.VehicleOptions(speed=["30"]).changes() == {"serve_speed": 30, "drive_speed": 30}
    assert options.VehicleOptions(vehicles="any").changes() == {"count": math.inf}


def test_speeds_may_be_rules() -> None:
    rule = "highway=primary, lanes>=2: 60; maxspeed * 0.8; else 40"
    given = options.VehicleOptions(speed=["serve=20", f"drive={rule}"])
    assert given.changes() == {"serve_speed": 20, "drive_speed": rule}
    both = options.VehicleOptions(speed=["maxspeed=50: 40; else 30"])
    assert {*both.changes().values()} == {"maxspeed=50: 40; else 30"}
    one_text = options.VehicleOptions(speed=["serve=lanes=1, width>3: 5; else 9, drive=40"])
    assert one_text.changes() == {
        "serve_speed": "lanes=1, width>3: 5; else 9",
        "drive_speed": 40,
    }


def test_fuel_is_two_numbers_or_three() -> None:
    litres = {"fuel_empty": 28.0, "fuel_per_tonne": 1.5}
    assert options.VehicleOptions(fuel="28, 1.5").changes() == litres
    assert options.VehicleOptions(fuel="28,1.5,1.80").changes() == litres | {"fuel_price": 1.8}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"vehicles": "two"}, "--vehicles is 'two'"),
        ({"vehicles": "0"}, "--vehicles is '0'"),
        ({"max_trips": "1.5"}, "--max-trips is '1.5'"),
        ({"speed": ["serve=20,serve=30"]}, "--speed is 'serve=20,serve=30'"),
        ({"speed": ["serve=20", "30"]}, "--speed is '30'"),
        ({"speed": ["fast,drive=30"]}, "--speed is 'fast,drive=30'"),
        ({"fuel": "30"}, "--fuel is '30'"),
        ({"fuel": "30,much"}, "--fuel is '30,much'"),
        ({"fuel": "30,1,2,3"}, "--fuel is"),
        ({"fuel": "30,-1"}, "--fuel is"),
    ],
)
def test_a_wrong_option_of_a_fleet_is_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        options.VehicleOptions(**given).changes()


def test_an_objective_that_there_is_not_is_refused() -> None:
    with pytest.raises(InputError, match="--objective is 'speed'"):
        options.VehicleOptions(objective="speed")
