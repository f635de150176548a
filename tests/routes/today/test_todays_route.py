"""Ways as plans: what is served when, with which load, and what is broken."""

import math
from dataclasses import replace
from typing import Any

import pytest

import arcload
from arcload import Edge, Facility, InputError, Instance, check
from arcload.routes.today.recorded_route import RecordedDrive, RecordedRoute
from arcload.routes.today.todays_route import driven_again, todays_route
from tests.examples import FOUR_EDGES


def way(*drives: tuple[int, int]) -> RecordedRoute:
    return RecordedRoute(tuple(RecordedDrive(edge, side, None) for edge, side in drives))


def line(**fields: Any) -> Instance:
    """Return three streets in a row from the depot, 10 long each, with demands 4, 5 and 6."""
    streets = [("a", "b", 10, 4), ("b", "c", 10, 5), ("c", "d", 10, 6)]
    return Instance.from_edges(streets, depot="a", **fields)


THERE, BACK = [(0, 0), (1, 0), (2, 0)], [(2, 1), (1, 1), (0, 1)]


def test_the_round_trip_of_the_paper_costs_325() -> None:
    today = todays_route(FOUR_EDGES, [way((0, 0), (1, 0), (3, 0), (2, 1))])
    assert (today.plan.cost, today.plan.length) == (325, 14)
    assert (today.unserved, today.unserved_demand, today.broken, today.notes) == ((), 0, (), ())
    assert driven_again(today.plan) == ()


def test_what_is_left_out_is_not_on_board() -> None:
    today = todays_route(FOUR_EDGES, [way((0, 0), (1, 0))])
    # 2 * (120 + 20) / 2 + 1 * 20 / 2, and 3 back with nothing on board
    assert (today.plan.cost, today.plan.length) == (150, 6)
    assert (today.unserved, today.unserved_demand) == ((3, 4), 15)
    assert driven_again(today.plan) == (1, 2)
    (note,) = today.notes
    assert "3" in note.text
    check(today.plan)


def test_a_street_is_served_when_it_is_first_driven_along() -> None:
    today = todays_route(line(), [way(*THERE, *BACK)])
    assert today.plan.order == (1, 2, 3)
    assert today.plan.directions == (1, 1, 1)


def test_what_a_file_states_to_be_served_is_served_then() -> None:
    drives = [RecordedDrive(edge, 0, False) for edge in range(3)]
    drives += [RecordedDrive(edge, 1, True) for edge in (2, 1, 0)]
    today = todays_route(line(), [RecordedRoute(tuple(drives))])
    assert (today.plan.order, today.plan.directions) == ((3, 2, 1), (2, 2, 2))


def test_a_route_that_serves_nothing_is_refused() -> None:
    town = line().replace(demand={1: 0})
    with pytest.raises(InputError, match="serves none"):
        todays_route(town, [way((0, 0), (0, 1))])


def test_a_vehicle_loads_again_where_it_passes_the_depot_and_must() -> None:
    fleet = line(capacity=11)
    around = way((0, 0), (0, 1), (0, 0), (1, 0), (1, 1), (0, 1), *THERE, *BACK)
    today = todays_route(fleet, [around])
    trips = today.plan.routes[0].trips
    # 4 + 5 fit together, and the 6 take a second trip.
    assert [[service.edge for service in trip.services] for trip in trips] == [[1, 2], [3]]
    assert today.broken == ()
    check(today.plan)


def test_a_street_is_left_for_later_where_there_is_no_room_for_it() -> None:
    fleet = line(capacity=11)
    # All three are driven at once, which is too much; the first is driven again.
    today = todays_route(fleet, [way(*THERE, *BACK, (0, 0), (0, 1))])
    trips = today.plan.routes[0].trips
    assert [[service.edge for service in trip.services] for trip in trips] == [[2, 3], [1]]
    assert today.broken == ()


def test_a_load_above_the_capacity_is_priced_and_told() -> None:
    today = todays_route(line(capacity=11, load_unit="kg"), [way(*THERE, *BACK)])
    assert today.plan.cost == todays_route(line(), [way(*THERE, *BACK)]).plan.cost
    (sentence,) = today.broken
    assert "15 kg" in sentence
    assert "11 kg" in sentence
    check(today.plan)


def test_collecting_unloads_at_the_last_place_and_where_it_must() -> None:
    fleet = line(capacity=11, mode="collect")
    around = way(*THERE, *BACK, (0, 0), (0, 1))
    today = todays_route(fleet, [around])
    assert today.plan.trips == 2
    assert [trip.load for trip in today.plan.driven[0].trips] == [11, 4]
    assert today.broken == ()
    check(today.plan)


def test_nothing_is_served_before_the_first_facility() -> None:
    fleet = line(capacity=20, facilities=[Facility("c")], refill_at_depot=False)
    today = todays_route(fleet, [way(*THERE, *BACK)])
    assert today.plan.order == (3, 2, 1)
    assert [trip.facility for trip in today.plan.driven[0].trips] == ["c"]
    with pytest.raises(InputError, match="no place"):
        todays_route(fleet, [way((0, 0), (0, 1))])


def test_each_vehicle_drives_its_own_way() -> None:
    fleet = line(capacity=15, count=2)
    today = todays_route(fleet, [way((0, 0), (0, 1)), way(*THERE, *BACK)])
    served = [[s.edge for trip in route.trips for s in trip.services]
              for route in today.plan.routes]  # fmt: skip
    assert served == [[1], [2, 3]]
    assert today.broken == ()


def test_a_vehicle_that_serves_nothing_is_left_out_and_told() -> None:
    fleet = line(capacity=15, count=2)
    today = todays_route(fleet, [way(*THERE, *BACK), way((0, 0), (0, 1))])
    assert len(today.plan.routes) == 1
    assert "vehicle 2" in today.notes[0].text


def test_types_that_differ_by_a_limit_alone_stay_apart() -> None:
    fleet = line(capacity=15)
    vehicles = (replace(fleet.vehicle, closed=(3,)), fleet.vehicle)
    today = todays_route(fleet.replace(vehicles=vehicles), [way(*THERE, *BACK)])
    assert today.plan.trips == 1


def test_a_town_of_every_kind_comes_back_from_its_own_walk() -> None:
    city = arcload.generate("city", edges=40, seed=2)
    result = arcload.solve(city, method="greedy")
    walk = [(city.edge_index(step.edge), (step.direction or 1) - 1) for step in result.plan.walk]
    today = todays_route(city, [way(*walk)])
    assert today.unserved == ()
    assert today.plan.length == pytest.approx(result.plan.length)


def test_one_way_loops_and_parallel_streets_are_kept() -> None:
    streets = [Edge(1, 1, 5, 2), Edge(1, 2, 3, 1, length_back=math.inf), Edge(1, 2, 4, 1)]
    town = Instance.from_edges(streets, depot=1)
    today = todays_route(town, [way((0, 1), (1, 0), (2, 1))])
    assert (today.plan.order, today.plan.directions) == ((1, 2, 3), (2, 1, 2))
