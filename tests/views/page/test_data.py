"""What a page knows of a tour."""

import math
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import arcload
from arcload import Edge, Instance
from arcload.model.street_list import street_list
from arcload.views.page.data import page_data
from arcload.views.plotting.drawn_courses import drawn_courses
from tests.examples import FOUR_EDGES
from tests.fleet_plans import cut_tour, fleet_of
from tests.model.rounds import ROUND
from tests.model.test_walked_turns import corner
from tests.strategies import instances
from tests.views.page.towns import solved, town


def points(steps: list[int]) -> list[tuple[int, int]]:
    """Return the points of a course, as the script unfolds them."""
    xs, ys = accumulate(steps[::2]), accumulate(steps[1::2])
    return list(zip(xs, ys, strict=True))


def test_courses_unfold_to_the_streets() -> None:
    """Within half a step of the grid, with y downwards."""
    place = town()
    data = page_data(solved(place)[0])
    everything = np.concatenate(drawn_courses(place))
    low, high = everything.min(axis=0), everything.max(axis=0)
    step = float((high - low).max()) / 100_000
    for course, steps in zip(drawn_courses(place), data["streets"]["course"], strict=True):
        unfolded = np.array(points(steps), dtype=float) * step
        unfolded = np.column_stack([low[0] + unfolded[:, 0], high[1] - unfolded[:, 1]])
        assert np.abs(unfolded[[0, -1]] - course[[0, -1]]).max() <= 0.51 * step
    assert max(data["size"]) == 100_000


def test_what_turns_add_is_told() -> None:
    data = page_data(arcload.Tour(corner(), (1, 2), (1, 1)))
    assert data["plans"][0]["turnLength"] == 15


def test_the_walk_is_told_crossing_by_crossing() -> None:
    place = town()
    result, other = solved(place)
    data = page_data(result, other)
    for solution, plan in zip((result.plan, other), data["plans"], strict=True):
        (told,) = plan["routes"]
        assert [place.edges[edge] for edge in told["edge"]] == [c.edge for c in solution.walk]
        assert [flag >= 2 for flag in told["flags"]] == [c.served for c in solution.walk]
        assert [flag % 2 == 1 for flag in told["flags"]] == [
            c.direction == 1 for c in solution.walk
        ]
        assert told["length"] == pytest.approx([c.length for c in solution.walk])
        assert told["load"] == pytest.approx(
            [solution.walk[0].load_before, *(c.load_after for c in solution.walk)]
        )
        assert plan["cost"] == pytest.approx(solution.cost)
    assert data["plans"][1]["gap"] is None
    assert "fleet" not in data


def test_a_fleet_is_told_route_by_route_with_its_visits() -> None:
    plan = cut_tour(fleet_of(town(), vehicles=3, allow_unserved=True), vehicles=3, unserved=2)
    instance = plan.instance
    data = page_data(plan)
    (told,) = data["plans"]
    assert [instance.edges[edge] for edge in told["unserved"]] == list(plan.unserved)
    names = [place["name"] for place in data["places"]]
    assert names == ["Depot", f"Facility {instance.facilities[0].node}"]
    for number, (one, route) in enumerate(zip(told["routes"], plan.driven, strict=True), start=1):
        assert one["name"] == f"Vehicle {number}"
        assert len(one["visits"]) == len(route.trips)
        before = 0
        for (at, place, load, stop), trip in zip(one["visits"], route.trips, strict=True):
            assert at == before + trip.visit
            assert load == pytest.approx(trip.load)
            assert (names[place] == "Depot") == (trip.facility == instance.start)
            assert stop == (0 if names[place] == "Depot" else 0.1)
            before += len(trip.walk)
        assert sum(one["lasts"]) + sum(visit[3] for visit in one["visits"]) == pytest.approx(
            route.hours
        )
        assert one["hours"] == pytest.approx(route.hours)
        assert one["cost"] == pytest.approx(route.cost)


def test_the_rows_of_a_roundabout_are_named_as_on_the_drivers_list() -> None:
    """For the street behind it; one that is served has a row, named for its first street."""
    names = ["West Road", "North Road", "East Road", "South Road", *"abcd"]
    served = ROUND.replace(demands=[1, 1, 0, 0, 5, 5, 0, 0], names=names)
    for place, order in ((ROUND, (1, 2)), (served, (1, 5, 6, 2))):
        tour = arcload.Tour(place, order, (1,) * len(order))
        data = page_data(tour)
        ((told,),) = (plan["routes"] for plan in data["plans"])
        assert [(first, place.edges[edge]) for first, edge in told["rows"]] == [
            (row.crossings.start, row.edge) for row in street_list(tour.driven[0])
        ]


def test_a_street_without_a_name_goes_by_its_id_and_names_are_told_once() -> None:
    place = Instance.from_edges(
        [Edge(1, 2, 1, 1, name="High Street"), Edge(2, 3, 1, 1, name="High Street"), (3, 1, 1, 1)],
        depot=1,
        coordinates={1: (0, 0), 2: (1, 0), 3: (0, 1)},
    )
    told = page_data(arcload.solve(place))["streets"]
    assert told["names"] == ["High Street", "street 3"]
    assert told["name"] == [0, 0, 1]


def test_one_way_streets_say_which_way() -> None:
    place = Instance.from_edges(
        [Edge(1, 2, 1, 1, length_back=math.inf), Edge(1, 2, math.inf, 1, length_back=1)],
        depot=1,
        coordinates={1: (0, 0), 2: (1, 0)},
    )
    assert page_data(arcload.solve(place))["streets"]["oneWay"] == [1, 2]


def test_degrees_become_metres() -> None:
    """A square of a hundredth of a degree at 60 degrees north is half as wide as high."""
    place = Instance.from_edges(
        [(1, 2, 556, 1), (2, 3, 1112, 1), (3, 4, 556, 1), (4, 1, 1112, 1)],
        depot=1,
        coordinates={1: (10.0, 60.0), 2: (10.01, 60.0), 3: (10.01, 60.01), 4: (10.0, 60.01)},
        geographic=True,
        length_unit="m",
    )
    data = page_data(arcload.solve(place))
    assert data["size"] == [pytest.approx(50_000, rel=5e-3), 100_000]
    assert data["lengthOfStep"] == pytest.approx(1114 / 100_000, rel=5e-3)


@given(instances(max_served=5), st.data())
def test_any_drawable_tour_can_be_told(place: Instance, data: st.DataObject) -> None:
    """Whole numbers for points, finite ones for the rest; shapes off the earth are refused."""
    if place.coordinates is None:
        with pytest.raises(arcload.InputError, match="has no coordinates and cannot be drawn"):
            page_data(arcload.solve(place, "greedy", threads=1))
        return
    order = data.draw(st.permutations([place.edges[edge] for edge in place.served]))
    try:
        tour = arcload.best_directions(place, order)
    except arcload.InputError:  # one-way streets cut this order off
        assume(False)
    try:
        told = page_data(tour)
    except arcload.InputError as error:
        assert "not on earth" in str(error)  # noqa: PT017
        assume(False)
    assert all(isinstance(step, int) for steps in told["streets"]["course"] for step in steps)
    assert all(len(steps) >= 4 for steps in told["streets"]["course"])
    ((drive,),) = (plan["routes"] for plan in told["plans"])
    assert all(map(math.isfinite, [*drive["length"], *drive["load"]]))
    assert len(drive["load"]) == (len(tour.walk) + 1 if tour.walk else 0)


def test_without_coordinates_it_says_that_it_cannot_be_drawn() -> None:
    with pytest.raises(arcload.InputError, match="'four edges' has no coordinates"):
        page_data(arcload.solve(FOUR_EDGES))
