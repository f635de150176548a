"""The page of a fleet in a browser: all vehicles or one, their loads, refills and hours."""

from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import Plan
from arcload.model.stages import Visit, stages
from arcload.model.street_list import street_list
from arcload.model.units import time_of_day
from arcload.views.page import write_page
from arcload.views.vehicle_colours import LIGHT
from tests.fleet_plans import cut_tour, fleet_of
from tests.views.page.conftest import PHONE, Open, Opened
from tests.views.page.towns import town


@pytest.fixture(scope="module")
def plan() -> Plan:
    """Return a plan of three vehicles that leaves two streets out."""
    fleet = fleet_of(town(), vehicles=3, allow_unserved=True)
    return cut_tour(fleet, vehicles=3, unserved=2)


@pytest.fixture(scope="module")
def route(tmp_path_factory: pytest.TempPathFactory, plan: Plan) -> Path:
    """Return its page, with another plan to compare."""
    path = tmp_path_factory.mktemp("page") / "plan.html"
    write_page(plan, path, cut_tour(plan.instance, vehicles=2, unserved=2))
    return path


def choose(shown: Opened, which: int) -> None:
    """Press a button of the choice: 0 for all vehicles, else the number of one."""
    shown.page.locator("#vehicles button").nth(which).click()
    shown.frames(2)


def test_it_opens_with_all_vehicles_and_their_totals(opened: Open, route: Path, plan: Plan) -> None:
    shown = opened(route)
    assert shown.page.locator("#vehicles button").count() == 4
    rows = shown.page.locator("#of-vehicles tbody tr")
    assert rows.count() == 3
    for number, driven in enumerate(plan.driven):
        cells = rows.nth(number).inner_text().split("\t")
        assert cells[0].strip() == str(number + 1)
        assert cells[1] == str(len(driven.trips))
        assert cells[3] == clock(driven.hours or 0)
    left_out = shown.page.locator("#left-out-list li")
    assert left_out.count() == 2
    assert plan.instance.edge(plan.unserved[0]).name in left_out.first.inner_text()
    assert "3 of 3 vehicles under way" in shown.text("now-street")


def test_each_vehicle_has_its_colour_on_the_map(opened: Open, route: Path) -> None:
    shown = opened(route)
    colours = shown.page.locator("#map").evaluate(
        """canvas => {
          const dots = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
          const found = {};
          for (let at = 0; at < dots.length; at += 4) {
            const hex = [0, 1, 2].map((part) => dots[at + part].toString(16).padStart(2, "0"));
            const colour = `#${hex.join("")}`;
            found[colour] = (found[colour] || 0) + 1;
          }
          return found;
        }"""
    )
    assert all(colours.get(colour, 0) > 100 for colour in LIGHT[:3])


def test_one_vehicle_alone_is_followed_through_streets_and_refills(
    opened: Open, route: Path, plan: Plan
) -> None:
    shown = opened(route)
    choose(shown, 2)
    driven, before = plan.driven[1], 0.0
    assert shown.text("whole-length") == clock(driven.hours or 0)
    for stage in list(stages(driven))[:12]:
        assert stage.hours is not None
        middle, before = (before + stage.hours) / 2, stage.hours
        if isinstance(stage.deed, Visit):
            if stage.deed.facility != plan.instance.start:
                shown.seek(middle)
                assert shown.text("now-kind") == "Loading"
            continue
        shown.seek(middle)
        name = plan.instance.edge(stage.deed.edge).name
        assert shown.text("now-street") == name
        assert (shown.text("now-kind") == "Serving") == stage.deed.served
    listed = shown.page.locator("#list li:not([hidden]) .visit")
    assert listed.count() == len(driven.trips)
    for number, trip in enumerate(driven.trips):
        assert f"{trip.load:.3g} kg" in (listed.nth(number).text_content() or "")


def test_all_vehicles_drive_until_the_last_is_home(opened: Open, route: Path, plan: Plan) -> None:
    shown = opened(route)
    ends = sorted(driven.hours or 0 for driven in plan.driven)
    for count, (early, late) in enumerate(zip([0.0, *ends], ends, strict=False)):
        shown.seek((early + late) / 2)
        assert shown.text("now-street") == f"{3 - count} of 3 vehicles under way"
    shown.seek(0)
    shown.page.locator("#play").click()
    shown.frames(30)
    assert float(shown.page.locator("#seek").input_value()) > 0


def test_the_list_has_every_vehicle_or_the_one_that_is_watched(
    opened: Open, route: Path, plan: Plan
) -> None:
    shown = opened(route)
    heads = shown.page.locator("#list .vehicle:not([hidden])")
    assert heads.count() == 3
    assert shown.page.locator("#list .visit").count() == plan.trips
    done = shown.page.locator("#list button").evaluate_all(
        "all => all.map((one) => one.className || one.querySelector('.street').textContent)"
    )
    rows = [row for driven in plan.driven for row in street_list(driven)]
    assert done == [row.street if row.edge is not None else "visit" for row in rows]
    choose(shown, 3)
    assert heads.count() == 1
    assert "Vehicle 3" in heads.inner_text()
    choose(shown, 0)
    assert heads.count() == 3


def test_the_shortest_plan_stands_beside_it(opened: Open, route: Path) -> None:
    shown = opened(route)
    assert "shortest plan" in shown.text("saving")
    shown.page.locator("#compare").click()
    shown.frames(2)
    assert shown.page.locator("#other").is_visible()
    assert "on board" in shown.text("other-caption")


@pytest.mark.parametrize("size", [PHONE, (320, 568), (1280, 800)])
def test_no_screen_is_too_narrow(opened: Open, route: Path, size: tuple[int, int]) -> None:
    shown = opened(route, size)
    for which in (0, 1):
        choose(shown, which)
        wide = shown.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size[0]
        assert shown.page.locator("#map").evaluate("canvas => canvas.clientHeight") > 100


def test_without_speeds_moments_are_distances(opened: Open, tmp_path: Path) -> None:
    plan = cut_tour(fleet_of(town(), hours=False))
    write_page(plan, tmp_path / "plan.html")
    shown = opened(tmp_path / "plan.html")
    longest = max(driven.length for driven in plan.driven)
    assert float(shown.page.locator("#seek").get_attribute("max") or 0) == pytest.approx(longest)
    assert shown.text("whole-length").endswith("m")


def test_collecting_the_load_grows_until_it_is_unloaded(opened: Open, tmp_path: Path) -> None:
    plan = cut_tour(fleet_of(town(), mode="collect"), vehicles=1)
    write_page(plan, tmp_path / "plan.html")
    shown = opened(tmp_path / "plan.html")
    before = 0.0
    for stage in stages(plan.driven[0]):
        assert stage.hours is not None
        if isinstance(stage.deed, Visit) and stage.hours > before:
            shown.seek((before + stage.hours) / 2)
            assert shown.text("now-kind") == "Unloading"
            assert shown.text("now-load") == f"{stage.deed.load:.3g} kg on board"
        before = stage.hours


def test_one_vehicle_of_a_fleet_has_no_choice_but_its_refills(opened: Open, tmp_path: Path) -> None:
    plan = cut_tour(fleet_of(town()), vehicles=1)
    write_page(plan, tmp_path / "plan.html")
    shown = opened(tmp_path / "plan.html")
    assert not shown.page.locator("#vehicles").is_visible()
    assert shown.page.locator("#list .visit").count() == plan.trips > 1


FUEL: dict[str, Any] = {
    **{"fuel_empty": 28, "fuel_per_tonne": 1.5, "fuel_price": 2},
    **{"load_unit": "kg", "leave": "23:55"},
}


def test_a_fleet_has_clock_times_and_fuel(opened: Open, tmp_path: Path) -> None:
    plan = cut_tour(fleet_of(town()).replace(**FUEL), vehicles=1)
    write_page(plan, tmp_path / "plan.html")
    shown = opened(tmp_path / "plan.html")
    times = shown.page.locator("#list .far").all_text_contents()
    assert times[0] == "23:55"
    last = [*stages(plan.driven[0])][-1]
    assert times[-1] <= time_of_day("23:55", last.hours or 0)
    assert times[-1].endswith(" +1")
    visits = shown.page.locator("#list .visit .far").all_text_contents()
    begins = [0.0, *(stage.hours or 0.0 for stage in stages(plan.driven[0]))]
    expected = [
        time_of_day("23:55", begins[number])
        for number, stage in enumerate(stages(plan.driven[0]))
        if isinstance(stage.deed, Visit)
    ]
    assert visits == expected
    totals = shown.page.locator("#totals").inner_text()
    assert f"Fuel cost\t{plan.fuel_cost:.2f}" in totals
    assert "Fuel, litres" in totals


def test_a_tour_has_clock_times_and_hours(opened: Open, tmp_path: Path) -> None:
    fields = FUEL | {"serve_speed": 10, "drive_speed": "kind=main: 50; else 30"}
    streets = town()
    kinds = ("main", *[""] * (len(streets.edges) - 1))
    tour = arcload.solve(
        streets.replace(attributes={"kind": kinds}, **fields), "greedy", iterations=1
    ).plan
    write_page(tour, tmp_path / "tour.html")
    shown = opened(tmp_path / "tour.html")
    assert shown.page.locator("#list .far").first.inner_text() == "23:55"
    assert f"Hours\t{clock(tour.hours or 0)}" in shown.page.locator("#totals").inner_text()
    assert shown.text("whole-length").endswith("m")


def clock(hours: float) -> str:
    """Return hours as the page writes them."""
    minutes = int(60 * hours + 0.5)
    return f"{minutes // 60}:{minutes % 60:02} h"
