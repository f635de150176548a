"""The vehicle."""

import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

import arcload
from arcload import FREE, InputError, Instance, Vehicle
from arcload.model.vehicle import FIELDS, in_words
from tests.examples import FOUR_EDGES
from tests.strategies import instances


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("curb_weight", -1, "the curb weight is -1"),
        ("curb_weight", "heavy", "the curb weight is 'heavy'"),
        ("load_factor", -0.5, "the load factor is -0.5"),
        ("load_factor", float("inf"), "the load factor is inf"),
        ("load_factor", None, "the load factor is None"),
        ("capacity", -1, "the capacity is -1"),
        ("count", 0, "the number of vehicles is 0"),
        ("count", 10**30, "the number of vehicles is above"),
        ("count", 1.5, "the number of vehicles is 1.5"),
        ("max_trips", 0, "the most trips is 0"),
        ("max_length", -1, "the max length is -1"),
        ("max_hours", 8, "speeds while serving and while driving are not given"),
        ("drive_speed", 30, "give both"),
        ("drive_speed", 0, "the drive speed is 0"),
        ("drive_speed", "fast", "the drive speed, part 1 .*'fast'"),
        ("serve_speed", "highway=a: 3; highway: 4", "the serve speed, part 2"),
        ("leave", "25:00", "'25:00'"),
        ("leave", "4 am", "'4 am'"),
        ("leave", 4, "the time to leave is 4"),
        ("fuel_empty", 30, "go together"),
        ("fuel_price", 2, "the fuel price is 2"),
        ("fuel_per_tonne", -1, "the fuel per tonne is -1"),
        ("fixed_cost", -5, "the fixed cost is -5"),
        ("closed", "12", "give a list of edge ids"),
        ("label", 5, "it must be text"),
        ("mode", "carry", "mode is 'carry'"),
        ("mode", 1, "mode is 1"),
        ("start", None, "the start is None"),
        ("end", [1], "the end is a list"),
        ("end", True, "the end is True"),
    ],
)
def test_a_field_of_another_kind_is_refused(field: str, value: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Vehicle(**({"start": 1, "end": 1} | {field: value}))


def test_fields_of_the_vehicle_may_be_given_to_the_instance() -> None:
    vehicle = Vehicle(curb_weight=5, load_factor=2, capacity=200, mode="collect", start=1, end=3)
    streets = [(1, 2, 2, 100), (2, 3, 1, 20)]
    whole = Instance.from_edges(streets, vehicle=vehicle)
    fields = {name: getattr(vehicle, name) for name in FIELDS}
    assert Instance.from_edges(streets, **fields) == whole
    assert whole.vehicle == vehicle
    short = ("curb_weight", "load_factor", "capacity", "mode", "start", "end")
    assert {name: getattr(whole, name) for name in short} == {n: fields[n] for n in short}
    assert Instance.from_edges(streets, depot=1).replace(vehicle=vehicle) == whole
    assert Instance.from_edges(streets, depot=3, vehicle=vehicle).start == 3


def test_a_shortcut_changes_its_field_alone() -> None:
    heavy = FOUR_EDGES.replace(load_factor=2.5, capacity=200).replace(curb_weight=7)
    expected = Vehicle(curb_weight=7, load_factor=2.5, capacity=200, start=1, end=1)
    assert heavy.vehicle == expected
    assert FOUR_EDGES.vehicle == Vehicle(start=1, end=1)


def test_places_are_the_nodes_own_ids() -> None:
    instance = FOUR_EDGES.replace(vehicle=Vehicle(start="2", end="3"))
    assert (instance.start, instance.end) == (2, 3)


def test_a_vehicle_that_costs_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="curb weight and the load factor are 0"):
        FOUR_EDGES.replace(load_factor=0)
    assert FOUR_EDGES.replace(load_factor=0, curb_weight=1).load_factor == 0


def test_what_is_no_vehicle_is_refused() -> None:
    with pytest.raises(InputError, match="vehicle is 5"):
        FOUR_EDGES.replace(vehicle=5)


def test_a_file_states_the_load_factor_and_the_capacity_where_they_say_something() -> None:
    plain = Vehicle(curb_weight=3, start=1, end=FREE)
    assert plain.stated() == {"curb_weight": 3, "start": 1, "end": None, "mode": "deliver"}
    full = Vehicle(load_factor=0, capacity=9, start=1, end=1).stated()
    assert (full["load_factor"], full["capacity"]) == (0, 9)


def test_a_vehicle_is_told_apart_by_what_changes_the_cost_or_is_allowed() -> None:
    vehicle = Vehicle(curb_weight=3, start=1, end=FREE)
    stated = {"curb_weight": 3, "load_factor": 2.5, "capacity": 9, "start": "1", "end": 4}
    words = (
        "load factor 2.5, capacity 9, end 4; this check uses load factor 1, no capacity, "
        "end anywhere"
    )
    assert vehicle.other_than(stated) == words
    assert not vehicle.other_than({"curb_weight": 3, "mode": "deliver", "keep": "depot"})
    limited = Vehicle(start=1, end=1, max_trips=2, closed=(4,), label="a")
    assert not limited.other_than(limited.stated())
    words = "no max trips, no streets closed; this check uses max trips 2, streets 4 closed"
    assert limited.other_than({"start": 1}) == words


def test_leave_and_plain_speeds_have_one_form() -> None:
    vehicle = Vehicle(start=1, end=1, leave=" 4:05", serve_speed="20", drive_speed=" maxspeed ")
    assert (vehicle.leave, vehicle.serve_speed) == ("04:05", 20)
    assert vehicle.drive_speed == "maxspeed"
    assert Vehicle(start=1, end=1, leave="", fuel_empty=math.inf) == Vehicle(start=1, end=1)


def test_hours_and_fuel_make_no_fleet() -> None:
    fields: dict[str, Any] = {"serve_speed": 20, "drive_speed": "maxspeed; else 30"}
    fuel: dict[str, Any] = {
        "leave": "04:00",
        "fuel_empty": 28,
        "fuel_per_tonne": 1.5,
        "fuel_price": 1.8,
    }
    assert not Vehicle(start=1, end=1, **fields, **fuel).makes_trips


def test_fields_in_words() -> None:
    assert in_words("drive_speed", "maxspeed") == "drive speed 'maxspeed'"
    assert in_words("leave", None) == "no leave"
    assert in_words("load_factor", 2.0) == "load factor 2"
    assert in_words("end", FREE) == "end anywhere"
    assert in_words("start", "A") == "start 'A'"


def test_the_load_factor_multiplies_the_load_in_the_cost() -> None:
    """The plain round trip: 325 for the load, 14 long."""
    for b in (0, 0.3, 2.5):
        instance = FOUR_EDGES.replace(curb_weight=10, load_factor=b)
        tour = arcload.Tour(instance, [1, 2, 4, 3], [1, 1, 1, 2])
        assert (tour.length, tour.load_distance) == (14, 325)
        assert tour.cost == pytest.approx(140 + b * 325)
        assert arcload.check(tour).cost == pytest.approx(tour.cost)


@settings(deadline=None, max_examples=50)
@given(instances())
def test_cost_is_curb_weight_times_length_plus_load_factor_times_load_distance(
    instance: Instance,
) -> None:
    tour = arcload.solve(instance, "greedy").plan.order
    best = arcload.best_directions(instance, tour)
    W, b = instance.curb_weight, instance.load_factor
    assert best.cost == pytest.approx(W * best.length + b * best.load_distance, rel=1e-9)


def test_a_result_for_another_load_factor_is_refused(tmp_path: Path) -> None:
    """One that states none is for 1."""
    heavy = FOUR_EDGES.replace(load_factor=2.5)
    arcload.solve(heavy, "greedy").save(tmp_path / "heavy.json")
    assert arcload.load_result(tmp_path / "heavy.json", heavy).plan.instance == heavy
    with pytest.raises(arcload.CheckError, match=r"2\.5; this check uses load factor 1"):
        arcload.load_result(tmp_path / "heavy.json", FOUR_EDGES)
    plain = arcload.solve(FOUR_EDGES, "greedy")
    plain.save(tmp_path / "plain.json")
    assert "load_factor" not in plain.summary()["settings"]
    with pytest.raises(arcload.CheckError, match="solved for load factor 1"):
        arcload.load_result(tmp_path / "plain.json", heavy)
