"""Driver's lists come back as the routes that they tell."""

import math
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import FREE, Edge, InputError, Instance, read_today
from arcload.routes.today.driver_rows import is_driver_list, route_of_rows
from tests.fleet_plans import cut_tour, fleet_of
from tests.model.rounds import ROUND
from tests.routes.towns import town


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("unit", ["m", "km"])
def test_the_list_of_a_tour_comes_back(seed: int, unit: str, tmp_path: Path) -> None:
    place = town(seed, edges=60)
    if unit == "km":
        place = place.replace(lengths=place.lengths / 1000, length_unit="km")
    plan = arcload.solve(place, "greedy").plan
    arcload.write_route(plan, tmp_path / "list.csv")
    today = read_today(place, tmp_path / "list.csv")
    assert (today.plan.order, today.plan.directions) == (plan.order, plan.directions)
    assert today.plan.cost == pytest.approx(plan.cost)
    assert (today.broken, today.notes) == ((), ())


@pytest.mark.parametrize("ring", [0, 5])
def test_the_list_of_a_tour_round_a_roundabout_comes_back(ring: int, tmp_path: Path) -> None:
    """Its way round belongs to the row of the street behind it, unless it is served itself."""
    place = ROUND.replace(demands=[1, 1, 0, 0, ring, 0, 0, 0], length_unit="m")
    plan = arcload.Tour(place, (1, 5, 2) if ring else (1, 2), (1, 1, 1) if ring else (1, 1))
    arcload.write_route(plan, tmp_path / "list.csv", decimal_comma=True)
    assert read_today(place, tmp_path / "list.csv").plan.walk == plan.walk


@pytest.mark.parametrize("mode", ["deliver", "collect"])
def test_the_lists_of_a_fleet_come_back(mode: Any, tmp_path: Path) -> None:
    fleet = fleet_of(town(edges=40), mode=mode)
    plan = cut_tour(fleet)
    arcload.write_route(plan, tmp_path / "list.csv")
    files = sorted(tmp_path.glob("list-*.csv"))
    assert len(files) == 2
    today = read_today(fleet, *files)
    assert today.plan.order == plan.order
    assert today.plan.trips == plan.trips
    assert today.plan.cost == pytest.approx(plan.cost)


def test_a_tour_from_anywhere_comes_back(tmp_path: Path) -> None:
    place = town(2).replace(start=FREE, end=FREE)
    plan = arcload.solve(place, "greedy").plan
    arcload.write_route(plan, tmp_path / "list.csv")
    assert read_today(place, tmp_path / "list.csv").plan.order == plan.order


HEADER = "number,instruction,street,from,to,do,distance (m),distance so far (m),load left (kg)\n"


@pytest.mark.parametrize(
    ("row", "facts"),
    [
        ("1,start,Nowhere Lane,x,y,serve,100,100,5", ["line 2", "Nowhere Lane"]),
        ("1,start,{street},x,y,serve,99999,100,5", ["line 2", "99999"]),
        ("1,start,{street},x,y,sing,100,100,5", ["line 2", "sing"]),
        ("1,start,{street},x,y,serve,far,100,5", ["line 2", "far"]),
        ("1,start,{street}", ["line 2", "3 columns"]),
        ("", ["no street"]),
        ("1,,x,x,y,load,0,0,5", ["no street"]),
    ],
)
def test_what_is_no_list_of_these_streets_is_refused(row: str, facts: list[str]) -> None:
    place = town()
    depot = place.node_index(place.start)
    edge = next(k for k, ends in enumerate(place.ends.tolist()) if depot in ends)
    assert place.names is not None
    text = HEADER + row.format(street=place.names[edge]) + "\n"
    assert is_driver_list(text)
    with pytest.raises(InputError) as refused:
        route_of_rows(place, text, Path("list.csv"))
    assert all(fact in str(refused.value) for fact in ["list.csv", *facts])


def test_a_plain_table_is_no_drivers_list() -> None:
    assert not is_driver_list("street,distance\nx,1\n")
    assert not is_driver_list('"street\n')


def test_the_way_round_a_roundabout_belongs_to_the_street_after_it() -> None:
    streets = [
        Edge("a", "r", 100, 5, name="East Road"),
        Edge("r", "s", 20, 1, length_back=math.inf),
        Edge("s", "t", 20, 1, length_back=math.inf),
        Edge("t", "r", 20, 1, length_back=math.inf),
        Edge("t", "b", 80, 2, name="West Road"),
    ]
    junction = ("", "roundabout", "roundabout", "roundabout", "")
    place = Instance.from_edges(
        streets, start="a", end=FREE, length_unit="m", attributes={"junction": junction}
    )
    text = HEADER + (
        "1,start,East Road,start,x,serve,100,100,6\n"
        "2,straight,unnamed street (2),x,x,serve,60,160,3\n"
        "3,straight,West Road,x,y,serve,120,280,0\n"
    )
    route = route_of_rows(place, text, Path("list.csv"))
    assert [drive.edge for drive in route.drives] == [0, 1, 2, 3, 1, 2, 4]
    assert [drive.served for drive in route.drives] == [True] * 4 + [False] * 2 + [True]
