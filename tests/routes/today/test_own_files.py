"""Files that arcload wrote come back as they were."""

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import Edge, Facility, InputError, Instance, Plan, Tour, Vehicle, read_today
from tests.fleet_plans import cut_tour, fleet_of
from tests.routes.towns import town


def plans() -> list[Plan]:
    one = arcload.solve(town(edges=40), "greedy").plan
    modes: Any = ("deliver", "collect")
    return [one, *(cut_tour(fleet_of(town(edges=40), mode=mode)) for mode in modes)]


@pytest.mark.parametrize("number", range(3))
def test_a_geojson_route_comes_back(number: int, tmp_path: Path) -> None:
    plan = plans()[number]
    arcload.write_route(plan, tmp_path / "a.geojson")
    today = read_today(plan.instance, tmp_path / "a.geojson")
    assert today.plan.cost == pytest.approx(plan.cost)
    assert (today.plan.order, today.plan.directions) == (plan.order, plan.directions)
    assert (today.plan.trips, today.unserved, today.broken) == (plan.trips, (), ())


def test_a_result_comes_back_for_any_vehicle(tmp_path: Path) -> None:
    place = town(edges=40)
    result = arcload.solve(place, "greedy")
    result.save(tmp_path / "r.json")
    today = read_today(place, tmp_path / "r.json")
    assert today.plan.walk == result.plan.walk
    heavy = read_today(place.replace(curb_weight=place.curb_weight + 7), tmp_path / "r.json")
    assert heavy.plan.cost == pytest.approx(result.cost + 7 * result.plan.length)


def test_a_result_of_a_fleet_comes_back(tmp_path: Path) -> None:
    fleet = fleet_of(town())
    result = arcload.solve(fleet, iterations=20, bound=False)
    result.save(tmp_path / "r.json")
    today = read_today(fleet, tmp_path / "r.json")
    assert today.plan.cost == pytest.approx(result.cost)
    assert (today.plan.trips, today.plan.order) == (result.plan.trips, result.plan.order)


@pytest.mark.parametrize("there", [9, math.inf])
@pytest.mark.parametrize("key", ["direction", "length"])
def test_a_loop_driven_back_comes_back(key: str, there: float, tmp_path: Path) -> None:
    """By its direction; where a file states none, by its length."""
    place = Instance.from_edges(
        [("a", "b", 2, 1), Edge("b", "b", there, 2, length_back=4)],
        depot="a",
        curb_weight=1,
        coordinates={"a": (0, 0), "b": (2, 0)},
    )
    plan = Tour(place, (1, 2), (1, 2))
    file = tmp_path / "a.geojson"
    arcload.write_route(plan, file)
    data = json.loads(file.read_text())
    for feature in data["features"]:
        del feature["properties"][{"direction": "length", "length": "direction"}[key]]
    file.write_text(json.dumps(data))
    today = read_today(place, file).plan
    assert (today.directions, today.cost) == ((1, 2), plan.cost)


@pytest.mark.parametrize("mode", ["deliver", "collect"])
def test_refills_that_one_tour_cannot_have_are_refused(mode: Any, tmp_path: Path) -> None:
    place = town(edges=40)
    place = place.replace(vehicles=(replace(place.vehicle, mode=mode),))
    fleet = fleet_of(place, mode=mode, facility=False)
    result = arcload.solve(fleet, iterations=20, bound=False)
    result.save(tmp_path / "r.json")
    arcload.write_route(result, tmp_path / "r.csv")
    arcload.write_route(result, tmp_path / "r.geojson")
    does = "unloads" if mode == "collect" else "loads"
    for ending in ("json", "csv", "geojson"):
        files = sorted(tmp_path.glob(f"r*.{ending}"))
        with pytest.raises(InputError, match=rf"{does} {result.plan.trips} times.*give capacity"):
            read_today(place, *files)
        assert read_today(fleet, *files).plan.cost == pytest.approx(result.cost)


def test_one_load_at_the_start_is_a_tour_and_one_elsewhere_is_not(tmp_path: Path) -> None:
    line = Instance.from_edges(
        [("a", "b", 10, 4), ("b", "c", 10, 5)], depot="a", capacity=20, curb_weight=99
    )
    tour = line.replace(vehicles=(Vehicle(start="a", end="a", curb_weight=99),))
    result = arcload.solve(line, "greedy", bound=False)
    result.save(tmp_path / "r.json")
    assert read_today(tour, tmp_path / "r.json").plan.cost == pytest.approx(result.cost)
    far = line.replace(facilities=[Facility("c")], refill_at_depot=False)
    arcload.solve(far, iterations=20, bound=False).save(tmp_path / "far.json")
    with pytest.raises(InputError, match=r"loads at 'c'.*give facilities"):
        read_today(tour, tmp_path / "far.json")


def test_a_result_of_another_network_is_refused(tmp_path: Path) -> None:
    arcload.solve(town(edges=40), "greedy").save(tmp_path / "r.json")
    other = Instance.from_edges([("a", "b", 1, 1)], depot="a")
    with pytest.raises(InputError, match=r"r\.json: crossing 1"):
        read_today(other, tmp_path / "r.json")


@pytest.mark.parametrize(
    ("change", "fact"),
    [
        ({"edge": [1]}, "edge"),
        ({"edge": "nowhere"}, "nowhere"),
        ({"served": "yes"}, "served"),
        ({"route": "x"}, "route"),
        ({"to": "nowhere"}, "nowhere"),
        ({"direction": 3}, "direction"),
        ({"length": "far"}, "length"),
    ],
)
def test_a_damaged_geojson_route_is_refused(
    change: dict[str, Any], fact: str, tmp_path: Path
) -> None:
    place = town()
    file = tmp_path / "a.geojson"
    arcload.write_route(arcload.solve(place, "greedy").plan, file)
    data = json.loads(file.read_text())
    data["features"][1]["properties"] |= change
    file.write_text(json.dumps(data))
    with pytest.raises(InputError) as refused:
        read_today(place, file)
    assert "a.geojson" in str(refused.value)
    assert fact in str(refused.value)
