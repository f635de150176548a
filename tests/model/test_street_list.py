"""The list of streets: what belongs to one row."""

from itertools import pairwise

import pytest
from hypothesis import given, settings

import arcload
from arcload import Edge, Instance, Tour
from arcload.model.street_list import StreetRow, street_list
from tests.fleet_plans import cut_tour, fleet_of
from tests.model.rounds import ROUND
from tests.routes.towns import town
from tests.strategies import instances


def _rows(
    instance: Instance, order: tuple[int, ...], directions: tuple[int, ...]
) -> list[StreetRow]:
    (route,) = Tour(instance, order, directions).driven
    return street_list(route)


def test_the_rows_of_a_town_add_up() -> None:
    instance = town(edges=60)
    plan = arcload.solve(instance, "greedy").plan
    rows = street_list(plan.driven[0])
    assert len(rows) < len(plan.walk)
    assert sum(row.length for row in rows) == pytest.approx(plan.length)
    assert rows[-1].distance == pytest.approx(plan.length)
    assert (rows[0].from_node, rows[-1].to_node) == (instance.start, instance.end)
    assert all(a.to_node == b.from_node for a, b in pairwise(rows))


def test_each_row_begins_when_the_one_before_ends() -> None:
    plan = cut_tour(fleet_of(town(edges=40)))
    for route in plan.driven:
        rows = street_list(route)
        assert rows[0].begin == 0
        assert rows[-1].end == pytest.approx(route.hours)
        assert all(a.end == b.begin for a, b in pairwise(rows))
        assert [row.do for row in rows if row.edge is None] == ["load"] * len(route.trips)


@settings(max_examples=40)
@given(instances(min_served=1))
def test_every_crossing_belongs_to_one_row(instance: Instance) -> None:
    bare = instance.replace(coordinates=None, shapes=None, geographic=False)
    (route,) = arcload.solve(bare, "greedy", bound=False).plan.driven
    rows = street_list(route)
    assert [at for row in rows for at in row.crossings] == list(range(len(route.walk)))


def test_a_roundabout_belongs_to_the_street_that_leaves_it() -> None:
    rows = _rows(ROUND, (1, 2), (1, 1))
    assert [row.street for row in rows[:2]] == ["West Road", "North Road"]
    assert rows[1].instruction == "at the roundabout take the 3rd exit into North Road"
    assert rows[1].from_node == "w"
    assert rows[1].length == 100 + 3 * 15
    assert list(rows[1].crossings) == [1, 2, 3, 4]


def test_a_roundabout_that_is_served_has_a_row_of_its_own() -> None:
    served = ROUND.replace(demands=[1, 1, 0, 0, 5, 0, 0, 0])
    rows = _rows(served, (1, 5, 2), (1, 1, 1))
    words = [(row.do, row.instruction) for row in rows]
    assert words[:4] == [
        ("serve", "start in West Road"),
        ("serve", "drive into the roundabout Ring"),
        ("deadhead", "go on along Ring"),
        ("serve", "at the roundabout take the 3rd exit into North Road"),
    ]


def test_a_roundabout_with_the_name_of_the_street_before_it_is_still_one() -> None:
    named = ROUND.replace(
        names=["West Road", "North Road", "East Road", "South Road"] + ["West Road"] * 4
    )
    rows = _rows(named, (1, 2), (1, 1))
    assert [row.street for row in rows[:2]] == ["West Road", "North Road"]
    assert rows[0].length == 100


def test_going_on_in_the_same_street_is_said_so() -> None:
    instance = Instance.from_edges(
        [Edge(1, 2, 9, 0, name="Main Street"), Edge(2, 3, 9, 1, name="Main Street")],
        depot=1,
        coordinates={1: (0, 0), 2: (9, 0), 3: (18, 0)},
    )
    assert [row.instruction for row in _rows(instance, (2,), (1,))] == [
        "start in Main Street",
        "go on along Main Street",
        "make a U-turn in Main Street",
    ]
