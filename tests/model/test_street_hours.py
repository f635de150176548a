"""How long a vehicle takes along each street."""

from typing import Any

import numpy as np
import pytest

from arcload import FREE, InputError, Instance, Vehicle
from arcload.model.street_hours import hours_by_street, street_hours

RULE = "highway=primary: 60; maxspeed * 0.5; else 10"


def corner(**fields: Any) -> Instance:
    """Return three streets from A: a main road of 6 km, a one-way of 2 km, a lane of 1 km."""
    given: dict[str, Any] = {
        "length_unit": "km",
        "curb_weight": 1,
        "attributes": {"highway": ["primary", "", ""], "maxspeed": ["", "40", ""]},
    }
    return Instance.from_edges(
        [("A", "B", 6, 1), ("B", "A", 2, 1), ("A", "C", 1, 0)], depot="A", **(given | fields)
    ).replace(lengths=[[6, 6], [2, np.inf], [1, 1]])


def test_hours_are_length_over_speed() -> None:
    instance = corner(serve_speed=4.0, drive_speed=RULE)
    hours = street_hours(instance, instance.vehicle)
    assert hours is not None
    assert hours.drive.tolist() == [[0.1, 0.1], [0.1, np.inf], [0.1, 0.1]]
    assert hours.serve.tolist() == [[1.5, 1.5], [0.5, np.inf], [0.25, 0.25]]
    assert hours_by_street(instance, instance.vehicle) is hours.drive


def test_one_speed_for_all_streets_is_no_rule() -> None:
    instance = corner(serve_speed=4.0, drive_speed="20")
    assert instance.vehicle.drive_speed == 20
    assert hours_by_street(instance, instance.vehicle) is None
    assert street_hours(instance, Vehicle(start=FREE, end=FREE)) is None


def test_lengths_in_feet_are_converted() -> None:
    instance = corner(serve_speed=4.0, drive_speed=0.3048, length_unit="ft")
    hours = street_hours(instance, instance.vehicle)
    assert hours is not None
    assert hours.drive[0] == pytest.approx([0.006, 0.006])


def test_a_street_without_a_speed_is_refused() -> None:
    with pytest.raises(InputError, match=r"edge 3 .*'highway=primary: 60; maxspeed'") as error:
        corner(serve_speed=4.0, drive_speed="highway=primary: 60; maxspeed")
    assert error.value.edge == 2
    assert corner(serve_speed="highway=primary: 60; maxspeed", drive_speed=9.0)  # not served


def test_an_unknown_attribute_is_refused() -> None:
    with pytest.raises(InputError, match=r"'higway'.*did you mean 'highway'"):
        corner(serve_speed=4.0, drive_speed="higway=primary: 60; else 10")


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"serve_speed": 3, "drive_speed": 4, "length_unit": ""}, "speeds are in km/h"),
        ({"fuel_empty": 3, "fuel_per_tonne": 4, "length_unit": "ell"}, "per 100 km.*'ell'"),
        ({"fuel_empty": 3, "fuel_per_tonne": 4, "load_unit": "bags"}, "tonnes.*'bags'.*kg, t, lb"),
        ({"fuel_empty": 3, "fuel_per_tonne": 4}, "tonnes.*not known"),
    ],
)
def test_units_are_needed(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        corner(**fields)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"serve_speed": 3, "drive_speed": 1e-320}, "too low"),
        ({"serve_speed": "highway=primary: 1e-320; else 3", "drive_speed": 3}, "too low"),
        ({"fuel_empty": 1e308, "fuel_per_tonne": 0}, "too great"),
        ({"fuel_empty": 1, "fuel_per_tonne": 1, "fuel_price": 1e308, "load_unit": "t"}, "too gre"),
    ],
)
def test_what_is_beyond_all_numbers_is_refused(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        corner(**fields)


def test_fuel_that_does_not_grow_with_the_load_needs_no_unit_of_it() -> None:
    assert corner(fuel_empty=30, fuel_per_tonne=0).vehicle.fuel_empty == 30
