"""What people read of the plan of a fleet."""

from dataclasses import replace
from typing import Any

from arcload import Plan, Route
from arcload.cli.fleet_facts import fleet_facts, route_table
from arcload.model.units import CostUnit
from tests.model.test_plan import BACK, FLEET, OUT, fleet_plan, plan


def test_vehicles_and_trips_are_told() -> None:
    facts = dict(fleet_facts(fleet_plan()))
    assert facts["vehicles"] == "2 vehicles, 3 trips"


def with_vehicles_of(two: Plan, **fields: Any) -> Plan:
    """Return a plan with other fields of all vehicles."""
    instance = two.instance.replace(**fields)
    number = two.instance.vehicles.index
    return Plan(instance, [Route(instance.vehicles[number(v)], trips) for v, trips in two.routes])


def test_each_route_has_a_row() -> None:
    two = fleet_plan()
    columns, rows = route_table(two, CostUnit(1.0, ""))
    assert columns == ["route", "vehicle", "trips", "load", "length", "h:mm", "cost"]
    assert rows[0] == ["1", "type 1", "2", "120", "6 km", "0:33", "132"]
    assert rows[1][:3] == ["2", "heavy", "1"]
    clocked = with_vehicles_of(two, leave="23:30", fuel_empty=20, fuel_per_tonne=0)
    columns, rows = route_table(clocked, CostUnit(1.0, ""))
    assert columns[5:] == ["h:mm", "from-to", "litres", "cost"]
    assert rows[0][5:8] == ["0:33", "23:30 to 00:03 +1", "1.20"]
    columns, rows = route_table(plan(), CostUnit(1.0, ""))
    assert columns == ["route", "trips", "load", "length", "cost"]
    assert rows == [["1", "2", "135", "20", "185"]]


def test_what_is_left_out_is_counted_and_named() -> None:
    fleet = FLEET.replace(allow_unserved=True, names=["", "", "Mill Road", ""])
    facts = dict(fleet_facts(Plan(fleet, [Route(fleet.vehicle, (OUT,))])))
    assert facts["left out"] == "2 streets with 11.1% of the demand: 3 (Mill Road), 4"
    assert "left out" not in dict(fleet_facts(plan()))


def test_the_longest_route_is_told_where_it_counts() -> None:
    vehicle = replace(FLEET.vehicle, count=2)
    fleet = FLEET.replace(vehicles=(vehicle,), objective="balance", length_unit="m")
    shared = Plan(fleet, [Route(vehicle, (OUT,)), Route(vehicle, (BACK,))])
    assert dict(fleet_facts(shared))["longest route"] == "14 m"
