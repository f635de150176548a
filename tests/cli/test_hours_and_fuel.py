"""What people read of hours and fuel."""

from typing import Any

from arcload import Instance, Tour
from arcload.cli.hours_and_fuel import from_to, hours_and_fuel
from tests.model.test_plan import fleet_plan


def tour(**fields: Any) -> Tour:
    """Return a tour of 10 km out, serving, and 10 km back."""
    instance = Instance.from_edges(
        [("A", "B", 10, 4)], depot="A", length_unit="km", load_unit="t", curb_weight=6, **fields
    )
    return Tour(instance, [1], [1])


def test_hours_of_a_fleet_name_the_longest_route() -> None:
    assert hours_and_fuel(fleet_plan()) == [("hours", "1:51, the longest route 1:18")]


def test_a_tour_has_clock_times_and_fuel() -> None:
    facts = dict(
        hours_and_fuel(
            tour(
                **{"serve_speed": 10, "drive_speed": 40, "leave": "4:00"},
                **{"fuel_empty": 20, "fuel_per_tonne": 3, "fuel_price": 1.5},
            )
        )
    )
    assert facts == {
        "hours": "1:15, 04:00 to 05:15",
        "fuel": "4.60 litres, at a cost of 6.90",
    }


def test_what_is_not_known_is_not_told() -> None:
    plain = tour()
    assert hours_and_fuel(plain) == []
    assert from_to(plain.driven[0]) == ""
    assert hours_and_fuel(tour(fuel_empty=20, fuel_per_tonne=0)) == [("fuel", "4.00 litres")]
