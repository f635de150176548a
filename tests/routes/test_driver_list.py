"""The driver's list: rows that a driver can follow and a spreadsheet can open."""

import csv
import io
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given

import arcload
from arcload.model.types import Id, Mode
from arcload.routes.driven_plan import DrivenPlan
from arcload.routes.driver_list import dump
from tests.fleet_plans import cut_tour, fleet_of
from tests.routes.towns import town
from tests.strategies import instances

# A street of three pieces to the east, a dead end to the north at its second corner.
EDGES = [
    arcload.Edge(1, 2, 100, 5, name="Main Street"),
    arcload.Edge(2, 3, 100, 5, name="Main Street"),
    arcload.Edge(3, 4, 100, 0, name="Main Street"),
    arcload.Edge(3, 5, 50, 2, name="Short Close"),
]
POINTS: dict[Id, tuple[float, float]] = {
    1: (0.0, 0.0),
    2: (100.0, 0.0),
    3: (200.0, 0.0),
    4: (300.0, 0.0),
    5: (200.0, 50.0),
}


def _list(instance: arcload.Instance, tour: arcload.Tour | arcload.Result) -> list[list[str]]:
    text = dump(DrivenPlan(tour))
    assert text.startswith("\ufeff")  # so that Excel knows the encoding
    return list(csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True))


@pytest.fixture
def instance() -> arcload.Instance:
    """Return Main Street and Short Close."""
    return arcload.Instance.from_edges(
        EDGES, depot=1, coordinates=POINTS, length_unit="m", load_unit="kg"
    )


def test_a_street_of_several_pieces_is_one_row(instance: arcload.Instance) -> None:
    tour = arcload.Tour(instance, (1, 2, 4), (1, 1, 1))
    assert _list(instance, tour) == [
        [
            *("number", "instruction", "street", "from", "to", "do"),
            *("distance (m)", "distance so far (m)", "load left (kg)"),
        ],
        [
            "1",
            "start in Main Street",
            "Main Street",
            "depot",
            "Short Close",
            "serve",
            "200",
            "200",
            "2",
        ],
        [
            "2",
            "turn left into Short Close",
            "Short Close",
            "Main Street",
            "dead end",
            "serve",
            "50",
            "250",
            "0",
        ],
        [
            "3",
            "make a U-turn in Short Close",
            "Short Close",
            "dead end",
            "Main Street",
            "deadhead",
            "50",
            "300",
            "0",
        ],
        [
            "4",
            "turn right into Main Street",
            "Main Street",
            "Short Close",
            "depot",
            "deadhead",
            "200",
            "500",
            "0",
        ],
    ]


def test_service_that_begins_on_the_way_begins_a_row(instance: arcload.Instance) -> None:
    tour = arcload.Tour(instance, (2, 4, 1), (1, 1, 2))
    found = [(row[1], row[2], row[5]) for row in _list(instance, tour)[1:]]
    assert found[:2] == [
        ("start in Main Street", "Main Street", "deadhead"),
        ("go on along Main Street", "Main Street", "serve"),
    ]


def test_collecting_says_what_is_on_board(instance: arcload.Instance) -> None:
    collecting = instance.replace(mode="collect")
    tour = arcload.Tour(collecting, (1, 2, 4), (1, 1, 1))
    table = _list(collecting, tour)
    assert table[0][-1] == "load on board (kg)"
    assert [row[-1] for row in table[1:]] == ["10", "12", "12", "12"]


def test_streets_without_names_keep_a_row_each_and_go_by_their_ids() -> None:
    instance = arcload.Instance.from_edges([("a", "b", 1.5, 1), ("b", "c", 1, 1)], depot="a")
    tour = arcload.Tour(instance, (1, 2), (1, 1))
    table = _list(instance, tour)[1:]
    assert [row[1:5] for row in table] == [
        ["start in unnamed street (1)", "unnamed street (1)", "depot", "node b"],
        ["take unnamed street (2)", "unnamed street (2)", "node b", "dead end"],
        ["make a U-turn in unnamed street (2)", "unnamed street (2)", "dead end", "node b"],
        ["take unnamed street (1)", "unnamed street (1)", "node b", "depot"],
    ]
    assert [row[6] for row in table] == ["1.5", "1", "1", "1.5"]


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("=HYPERLINK(A1)", "'=HYPERLINK(A1)"),
        ("+41 Road", "'+41 Road"),
        ("-1 Way", "'-1 Way"),
        ("@home", "'@home"),
        ("Mill;=cmd|calc", "Mill,=cmd|calc"),
        ("\t=1+1", "'=1+1"),
        ('The "Strip", left\r\nside', 'The "Strip", left side'),
        ("Zürich 東京", "Zürich 東京"),
    ],
)
def test_odd_names_stay_text_in_one_cell(name: str, cell: str) -> None:
    instance = arcload.Instance.from_edges([arcload.Edge("a", "b", 1, 1, name=name)], depot="a")
    assert _list(instance, arcload.Tour(instance, (1,), (1,)))[1][2] == cell


def test_a_decimal_comma_comes_with_semicolons() -> None:
    instance = arcload.Instance.from_edges(
        [arcload.Edge("a", "b", 1.5, 1234.5, name="Mill; Lane")],
        depot="a",
        length_unit="km",
        load_unit="kg",
    )
    text = dump(DrivenPlan(arcload.Tour(instance, (1,), (1,)), decimal_comma=True))
    table = list(csv.reader(io.StringIO(text.removeprefix("\ufeff")), delimiter=";", strict=True))
    assert table[0][-3:] == ["distance (km)", "distance so far (km)", "load left (kg)"]
    assert table[1][1:3] == ["start in Mill; Lane", "Mill; Lane"]
    assert [row[-3:] for row in table[1:]] == [["1,5", "1,5", "0"], ["1,5", "3", "0"]]


def test_a_decimal_comma_stands_in_what_is_loaded_too() -> None:
    streets = town(edges=40)
    halves = streets.replace(demands=streets.demands + 0.5)
    plan = cut_tour(fleet_of(halves))
    text = dump(DrivenPlan(plan, decimal_comma=True).of_route(1))
    loads = [trip.load for trip in plan.driven[0].trips]
    for load in loads:
        assert (
            f"load {load:,.2f}".rstrip("0").rstrip(".").translate(str.maketrans(",.", ".,")) in text
        )


@given(instances(min_served=1))
def test_every_tour_can_be_listed(instance: arcload.Instance) -> None:
    """Each row has nine cells, none that a spreadsheet would run."""
    try:
        table = _list(instance, arcload.solve(instance, "greedy"))
    except arcload.InputError as error:
        assert "not on earth" in str(error)  # noqa: PT017
        return
    assert {len(row) for row in table} == {9}
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in table for cell in row)


def _fleet_list(plan: arcload.Plan, number: int) -> list[dict[str, str]]:
    text = dump(DrivenPlan(plan).of_route(number)).removeprefix("\ufeff")
    return list(csv.DictReader(io.StringIO(text)))


@pytest.mark.parametrize("mode", ["deliver", "collect"])
def test_a_vehicle_of_a_fleet_has_a_row_per_refill_with_its_time(mode: Mode) -> None:
    plan = cut_tour(fleet_of(town(edges=40), mode=mode))
    assert plan.trips > 2
    do = "load" if mode == "deliver" else "unload"
    for number, route in enumerate(plan.driven, start=1):
        rows = _fleet_list(plan, number)
        refills = [row for row in rows if row["do"] == do]
        assert [int(row["trip"]) for row in refills] == list(range(1, len(route.trips) + 1))
        for row, trip in zip(refills, route.trips, strict=True):
            place = "depot" if trip.facility == plan.instance.start else f"facility {trip.facility}"
            assert row["instruction"] == f"{do} {trip.load:g} kg at {place}"
            assert row["street"] == place
        column = "load left (kg)" if mode == "deliver" else "load on board (kg)"
        loads = [float(row[column]) for row in refills]
        assert loads == [trip.load if mode == "deliver" else 0 for trip in route.trips]
        hours, minutes = rows[-1]["time so far (h:mm)"].split(":")
        assert int(hours) * 60 + int(minutes) == round(60 * (route.hours or 0))
        assert float(rows[-1]["distance so far (m)"]) == round(route.length)


def test_without_speeds_there_is_no_column_of_times() -> None:
    plan = cut_tour(fleet_of(town(), hours=False))
    assert "time so far (h:mm)" not in _fleet_list(plan, 1)[0]


def test_clock_times_are_when_a_row_begins() -> None:
    plan = cut_tour(fleet_of(town(edges=40)))
    early = plan.instance.replace(vehicles=(replace(plan.instance.vehicle, leave="23:50"),))
    plan = cut_tour(early)
    rows = _fleet_list(plan, 1)
    assert rows[0]["begins at"] == "23:50"
    assert rows[-1]["begins at"].endswith(" +1")
    for before, row in pairwise(rows):
        hours, minutes = map(int, before["time so far (h:mm)"].split(":"))
        late = 23 * 60 + 50 + 60 * hours + minutes
        assert row["begins at"][:5] == f"{late // 60 % 24:02}:{late % 60:02}"
