"""A town file and the options that it states make the same instance."""

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import arcload
from arcload import FREE, Facility, InputError, Instance, Vehicle
from arcload.maps.formats.convert import read_draft
from arcload.maps.formats.read_options import OPTIONS
from arcload.maps.formats.toml_text import toml_key, toml_value

STREETS = """\
from,to,length,demand,name,oneway,salt,metres,street,way
A,B,100,5,High Street,no,7,90,Upper Street,no
B,C,50,2,Mill Lane,no,4,60,Lower Lane,yes
C,A,70,3,Ring,no,1,80,Round,no
A,D,20,1,Yard,no,2,30,Court,no
E,F,20,1,Far Lane,no,2,30,Away,no
A,C,60,0,Bypass,no,0,60,Bypass,no
"""
WITHOUT_FAR = STREETS.replace("E,F,", "D,C,")
MAP = """{"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"name": "High Street", "demand": 2}, "geometry":
 {"type": "LineString", "coordinates": [[8.54, 47.37], [8.541, 47.37]]}},
{"type": "Feature", "properties": {"name": "Mill Lane", "demand": null}, "geometry":
 {"type": "LineString", "coordinates": [[8.541, 47.370001], [8.541, 47.371]]}},
{"type": "Feature", "properties": {"name": "Ring", "demand": 3}, "geometry":
 {"type": "LineString", "coordinates": [[8.541, 47.371], [8.54, 47.37]]}}]}
"""
SPEEDS = {"serve_speed": 20.0, "drive_speed": 40, "length_unit": "m"}
FUEL = {
    **{"fuel_empty": 28, "fuel_per_tonne": 1.5, "fuel_price": 1.8},
    **{"length_unit": "m", "load_unit": "kg"},
}

CASES: dict[str, list[dict[str, Any]]] = {
    "demand_column": [{"demand_column": "salt"}],
    "length_column": [{"length_column": "metres"}],
    "name_column": [{"name_column": "street"}],
    "oneway_column": [{"oneway_column": "way"}],
    "demand_rule": [{"demand_rule": "way=yes: 3/km; else 4", "demand_column": "salt"}],
    "demand_per_km": [{"demand_per_km": 12.5, "demand_column": "salt"}],
    "snap": [{"snap": 0.5}, {"snap": 0}],
    "length_unit": [{"length_unit": "km"}],
    "load_unit": [{"load_unit": "t"}],
    "depot": [{"depot": "B"}, {"depot": "Mill Lane"}],
    "start": [{"start": FREE}, {"start": "C"}, {"start": "C", "depot": "B"}],
    "end": [{"end": FREE}, {"end": "C"}, {"end": "C", "depot": "B"}],
    "curb_ratio": [{"curb_ratio": 2}],
    "keep": [{"keep": "depot"}],
    "cut_streets": [{"cut_streets": True, "capacity": 2}],
    "vehicles": [
        {"vehicles": [{"label": "big", "capacity": 9.0, "depot": "B"}, {"depot": "B", "count": 1}]},
        {"vehicles": [{"start": FREE, "end": "C", "mode": "collect"}]},
    ],
    "facilities": [
        {"facilities": ["B"]},
        {"facilities": ["Mill Lane,A"], "capacity": 6},
        {"facilities": [{"place": "Mill Lane", "visit_cost": 2.0, "stop_minutes": 5}, "C"]},
    ],
    "refill_at_depot": [{"refill_at_depot": False, "facilities": ["B"], "capacity": 9}],
    "objective": [{"objective": "balance", "count": 2}],
    "allow_unserved": [{"allow_unserved": True, "capacity": 6, "count": 1}],
    "turn_rules": [
        {"turn_rules": {"u_turn": math.inf, "left": 30, "traffic": "left"}},
        {"turn_rules": {"right_seconds": 5.0}, **SPEEDS},
    ],
    "label": [{"label": "Truck"}],
    "curb_weight": [{"curb_weight": 12}],
    "load_factor": [{"load_factor": 0.5}],
    "capacity": [{"capacity": 7}, {"capacity": math.inf}],
    "mode": [{"mode": "collect"}],
    "count": [{"count": 2}, {"count": math.inf}],
    "fixed_cost": [{"fixed_cost": 3}],
    "max_hours": [{"max_hours": 8, **SPEEDS}],
    "max_length": [{"max_length": 900}],
    "max_trips": [{"max_trips": 3}],
    "serve_speed": [SPEEDS, SPEEDS | {"serve_speed": "way=yes: 10; else 20"}],
    "drive_speed": [SPEEDS, SPEEDS | {"drive_speed": "maxspeed; else 30"}],
    "leave": [{"leave": "04:00"}],
    "fuel_empty": [FUEL],
    "fuel_per_tonne": [FUEL],
    "fuel_price": [FUEL],
    "closed": [{"closed": [6]}],
}
"""Settings that state each option of `read`."""


def town_text(streets: str, settings: Mapping[str, Any]) -> str:
    """Return a town file that says these settings, `FREE` as the word."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: plain(item) for name, item in value.items()}
        if isinstance(value, list | tuple):
            return [plain(item) for item in value]
        return "free" if value is FREE else value

    lines = [f"{toml_key(n)} = {toml_value(plain(value))}" for n, value in settings.items()]
    return "\n".join([f"streets = {toml_value(streets)}", *lines, ""])


def as_options(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings as `read` takes them, tables as objects."""
    options = dict(settings)
    if "vehicles" in options:
        options["vehicles"] = [
            Vehicle(**dict.fromkeys(("start", "end"), one.get("depot"))
                    | {n: value for n, value in one.items() if n != "depot"})
            for one in options["vehicles"]
        ]  # fmt: skip
    if "facilities" in options:
        options["facilities"] = [
            Facility("B" if place["place"] == "Mill Lane" else place["place"],
                     place["visit_cost"], place["stop_minutes"])
            if isinstance(place, dict) else place
            for place in options["facilities"]
        ]  # fmt: skip
    return options


def written(folder: Path, streets: str, text: str, settings: Mapping[str, Any]) -> Path:
    (folder / streets).write_text(text)
    file = folder / "town.toml"
    file.write_text(town_text(streets, settings))
    return file


def named(instance: Instance) -> Instance:
    return instance.replace(name="town")


def test_every_option_of_read_has_a_case() -> None:
    assert {*CASES} == {*OPTIONS}
    assert all(name in settings for name, cases in CASES.items() for settings in cases)


@pytest.mark.parametrize("settings", [case for cases in CASES.values() for case in cases], ids=repr)
def test_each_option_says_the_same_in_a_town_file(tmp_path: Path, settings: dict[str, Any]) -> None:
    streets, text = ("streets.csv", STREETS if "keep" in settings else WITHOUT_FAR)
    if "snap" in settings:
        streets, text = "streets.geojson", MAP
    file = written(tmp_path, streets, text, settings)
    town = arcload.read(file)
    assert town == named(arcload.read(tmp_path / streets, **as_options(settings)))
    assert town.town_file == str(file)


@pytest.mark.parametrize("settings", [case for cases in CASES.values() for case in cases], ids=repr)
def test_each_option_wins_over_a_town_file(tmp_path: Path, settings: dict[str, Any]) -> None:
    """Whatever the file says: options that are all of a fleet come out as they do without it."""
    streets, text = ("streets.csv", STREETS if "keep" in settings else WITHOUT_FAR)
    if "snap" in settings:
        streets, text = "streets.geojson", MAP
    said: dict[str, Any] = {"depot": "A", "curb_weight": 3, "mode": "deliver"}
    if streets == "streets.geojson":
        said["depot"] = 1
    file = written(tmp_path, streets, text, said)
    options = as_options(settings)
    expected = dict(said) | options
    if "vehicles" in options:
        expected = options
    if "curb_ratio" in options:
        del expected["curb_weight"]
    assert arcload.read(file, **options) == named(arcload.read(tmp_path / streets, **expected))


def test_options_come_before_what_the_file_says(tmp_path: Path) -> None:
    said = {"depot": "B", "end": "C", "curb_ratio": 2, "capacity": 6, "keep": "depot"}
    file = written(tmp_path, "streets.csv", WITHOUT_FAR, said)
    moved = arcload.read(file, depot="A")
    assert (moved.start, moved.end) == ("A", "C")
    light = arcload.read(file, curb_weight=1.0, keep="all", capacity=math.inf, start=FREE)
    assert (light.curb_weight, light.keep, light.capacity) == (1.0, "all", None)
    assert (light.start, light.end) == (FREE, "C")
    other = arcload.read(file, vehicles=[Vehicle(start="A", end="A")])
    assert other.vehicles == (Vehicle(start="A", end="A"),)


def test_a_place_that_an_option_replaces_need_not_be_there(tmp_path: Path) -> None:
    file = written(tmp_path, "streets.csv", WITHOUT_FAR, {"depot": "Nowhere"})
    town = arcload.read(file, depot="B")
    assert (town.start, town.end) == ("B", "B")
    with pytest.raises(InputError, match="line 2: depot 'Nowhere' is not in the network"):
        arcload.read(file)


def test_a_type_of_vehicles_comes_before_what_all_have(tmp_path: Path) -> None:
    file = written(
        tmp_path,
        "streets.csv",
        WITHOUT_FAR,
        {
            "depot": "B",
            "curb_weight": 5,
            "vehicles": [{"capacity": 6}, {"capacity": 7, "curb_weight": 4, "start": "C"}],
        },
    )
    first, second = arcload.read(file).vehicles
    assert first == Vehicle(start="B", end="B", curb_weight=5, capacity=6)
    assert second == Vehicle(start="C", end="B", curb_weight=4, capacity=7)
    first, second = arcload.read(file, curb_weight=1, depot="A").vehicles
    assert (first.curb_weight, second.curb_weight) == (1, 1)
    assert (first.start, first.end, second.start, second.end) == ("A", "A", "A", "B")


def test_vehicles_start_where_the_streets_say_if_the_town_does_not(tmp_path: Path) -> None:
    arcload.write(
        arcload.Instance.from_edges([("A", "B", 1, 2)], depot="B", mode="collect", curb_weight=9),
        tmp_path / "streets.json",
    )
    (tmp_path / "town.toml").write_text('streets = "streets.json"\n[[vehicles]]\ncapacity = 3\n')
    town = arcload.read(tmp_path / "town.toml")
    assert town.vehicles == (Vehicle(start="B", end="B", capacity=3),)


def test_some_turn_rules_may_be_given(tmp_path: Path) -> None:
    rules = {"turn_rules": {"left": 30, "u_turn": "never"}}
    file = written(tmp_path, "streets.csv", WITHOUT_FAR, rules)
    mixed = arcload.read(file, turn_rules={"left": 5}).turn_rules
    assert mixed == arcload.TurnRules(left=5, u_turn=math.inf)
    whole = arcload.read(file, turn_rules=arcload.TurnRules(right=1)).turn_rules
    assert whole == arcload.TurnRules(right=1)


def test_a_picture_shows_the_depot_and_the_facilities_of_the_town(tmp_path: Path) -> None:
    said = {"depot": "A", "facilities": ["Mill Lane", {"place": "D", "stop_minutes": 3}]}
    file = written(tmp_path, "streets.csv", STREETS, said)
    drawn, cut_off = read_draft(file).drawing()
    assert (drawn.start, drawn.end) == ("A", "A")
    assert drawn.facilities == (Facility("B"), Facility("D", stop_minutes=3))
    assert cut_off.tolist() == [0, 0, 0, 0, 1, 0]


@pytest.mark.parametrize(
    ("settings", "places"),
    [
        ({"start": "C"}, ("C", "C")),
        ({"end": "Mill Lane"}, ("B", "B")),
        ({"start": FREE, "end": "C"}, (FREE, "C")),
        ({}, (FREE, FREE)),
    ],
)
def test_a_picture_needs_no_more_than_the_town_says(
    tmp_path: Path, settings: dict[str, Any], places: tuple[Any, Any]
) -> None:
    drawn, _ = read_draft(written(tmp_path, "streets.csv", WITHOUT_FAR, settings)).drawing()
    assert (drawn.start, drawn.end) == places


NUMBERS = st.integers(1, 50) | st.floats(0.5, 50)
PLACES = st.sampled_from(["A", "B", "C", "D", "Mill Lane", "yard"])
ENDS = PLACES | st.just(FREE)
OF_VEHICLES = {
    "label": st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    "curb_weight": NUMBERS,
    "load_factor": NUMBERS,
    "capacity": st.integers(10, 50),
    "count": st.integers(1, 3),
    "fixed_cost": NUMBERS,
    "max_length": st.integers(500, 900),
    "max_trips": st.integers(1, 4),
    "closed": st.lists(st.sampled_from([2, 6]), max_size=1),
}
SETTINGS: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "demand_column": st.sampled_from(["demand", "salt"]),
        "demand_per_km": NUMBERS,
        "length_column": st.sampled_from(["length", "metres"]),
        "name_column": st.just("name"),
        "length_unit": st.sampled_from(["m", "km", "ft"]),
        "load_unit": st.sampled_from(["kg", "t", "crates"]),
        "depot": PLACES,
        "start": ENDS,
        "end": ENDS,
        "curb_ratio": NUMBERS,
        "keep": st.just("depot"),
        "cut_streets": st.booleans(),
        "facilities": st.lists(PLACES, min_size=1, max_size=1),
        "refill_at_depot": st.booleans(),
        "objective": st.sampled_from(["cost", "balance"]),
        "allow_unserved": st.booleans(),
        "turn_rules": st.fixed_dictionaries(
            {},
            optional={
                "left": NUMBERS,
                "u_turn": NUMBERS | st.just(math.inf),
                "traffic": st.sampled_from(["left", "right"]),
            },
        ),
        "mode": st.sampled_from(["deliver", "collect"]),
        **OF_VEHICLES,
    },
).filter(lambda settings: not {"curb_weight", "curb_ratio"} <= {*settings})


@given(settings=SETTINGS, split=st.randoms())
def test_settings_in_a_town_file_and_as_options_make_equal_instances(
    tmp_path_factory: pytest.TempPathFactory, settings: dict[str, Any], split: Any
) -> None:
    """Also where some are said in the file and the others are given as options."""
    folder = tmp_path_factory.mktemp("town")
    file = written(folder, "streets.csv", WITHOUT_FAR, settings)
    try:
        expected = named(arcload.read(folder / "streets.csv", **settings))
    except InputError:
        with pytest.raises(InputError):
            arcload.read(file)
        assume(False)
    assert arcload.read(file) == expected
    in_file = {name: value for name, value in settings.items() if split.random() < 0.5}
    file.write_text(town_text("streets.csv", in_file))
    others = {name: value for name, value in settings.items() if name not in in_file}
    assert arcload.read(file, **others) == expected
