"""The vehicle of a JSON file."""

import json
from pathlib import Path
from typing import Any

import pytest

from arcload import FREE, InputError, Vehicle
from arcload.model.files import JsonReader
from arcload.model.read_vehicle import read_vehicle

TRUCK = Vehicle(
    label="truck",
    curb_weight=7500,
    capacity=4000,
    start=1,
    end=FREE,
    count=2,
    serve_speed=15,
    drive_speed="highway=primary: 60; maxspeed * 0.8; else 40",
    max_hours=8,
    leave="04:00",
    fuel_empty=28,
    fuel_per_tonne=1.5,
    fuel_price=1.8,
    closed=(3, "a"),
)


def read(stated: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a vehicle that stands alone in a file."""
    reader = JsonReader(json.dumps(stated), Path("truck.json"), None)
    return read_vehicle(reader, reader.data, [])


def test_what_is_stated_is_read_again() -> None:
    assert Vehicle(**read(TRUCK.stated())) == TRUCK


def test_old_files_state_nothing_of_hours_and_fuel() -> None:
    assert read({"curb_weight": 5, "start": 1, "end": 1}) == {
        "curb_weight": 5,
        "start": 1,
        "end": 1,
    }


@pytest.mark.parametrize(
    ("stated", "words"),
    [
        ({"drive_speed": 0}, "drive_speed is 0; it must be above 0"),
        ({"serve_speed": [3]}, "serve speed"),
        ({"leave": 4}, "the time to leave"),
        ({"fuel_price": -1}, "fuel_price is -1"),
        ({"mode": "carry"}, "mode is"),
        ({"closed": 3}, "'closed' must be a list"),
    ],
)
def test_another_kind_is_refused_with_its_file(stated: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=f"truck.json.*{words}"):
        read(stated)
