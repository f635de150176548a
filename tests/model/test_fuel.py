"""The fuel of a walk."""

from typing import Any

import pytest

import arcload
from arcload import Instance, Tour


def tour(**fields: Any) -> Tour:
    """Return a tour of 10 km out with 4 t to be left on the way, and 10 km back."""
    given: dict[str, Any] = {"curb_weight": 6000, "length_unit": "km", "load_unit": "kg"}
    instance = Instance.from_edges([("A", "B", 10, 4000)], depot="A", **(given | fields))
    return Tour(instance, [1], [1])


def test_litres_grow_with_the_load() -> None:
    plan = tour(fuel_empty=20, fuel_per_tonne=3, fuel_price=2)
    assert plan.litres == pytest.approx(0.1 * (20 + 3 * 2) + 0.1 * 20)
    assert plan.fuel_cost == pytest.approx(2 * 4.6)
    assert plan.driven[0].litres == plan.litres
    checked = arcload.check(plan)
    assert (checked.litres, checked.fuel_cost) == pytest.approx((4.6, 9.2))


def test_units_do_not_matter() -> None:
    pounds = tour(fuel_empty=20, fuel_per_tonne=3, load_unit="lb")
    assert pounds.litres == pytest.approx(0.1 * (20 + 3 * 2 * 0.45359237) + 2)
    miles = tour(fuel_empty=20, fuel_per_tonne=0, length_unit="mi", load_unit="")
    assert miles.litres == pytest.approx(2 * 1.609344 * 2)
    assert miles.fuel_cost is None


def test_without_fuel_there_are_no_litres() -> None:
    plan = tour()
    assert plan.litres is None
    assert plan.fuel_cost is None
    assert arcload.check(plan).litres is None


def test_the_cost_does_not_know_of_fuel() -> None:
    assert tour(fuel_empty=20, fuel_per_tonne=3, fuel_price=2).cost == tour().cost
