"""Plans of several trips, worked by hand on the paper's four streets."""

import pytest

import arcload
from arcload import InputError, Plan, Route, Service, Tour, Trip, Vehicle
from tests.examples import FOUR_EDGES

OUT = Trip((Service(1, 1), Service(2, 1)))
BACK = Trip((Service(3, 1), Service(4, 2)))


def plan(instance: arcload.Instance = FOUR_EDGES) -> Plan:
    """Return two trips from node 1: along streets 1 and 2, and along 3 and 4."""
    return Plan(instance, [Route(instance.vehicle, (OUT, BACK))])


def test_each_trip_starts_with_its_own_demand_on_board() -> None:
    """120 on board: 2 * 70 + 1 * 10, home empty; 15: 1 * 10 + 10 * 2.5, home empty."""
    two = plan()
    loads = [(c.load_before, c.load_after) for c in two.walk if c.served]
    assert loads == [(120, 20), (20, 0), (15, 5), (5, 0)]
    assert two.cost == two.load_distance == (140 + 10) + (10 + 25)
    assert (two.length, two.deadhead_length) == (3 + 3 + 11 + 3, 6)
    assert [len(walk) for walk in two.walks] == [4, 4]


def test_collecting_each_trip_ends_with_its_own_demand() -> None:
    """Home from node 3 with 120, 3 long, and with 15, 3 long."""
    two = plan(FOUR_EDGES.replace(mode="collect"))
    assert two.cost == (2 * 50 + 1 * 110 + 3 * 120) + (1 * 5 + 10 * 12.5 + 3 * 15)


def test_the_check_follows_every_trip() -> None:
    for instance in (FOUR_EDGES, FOUR_EDGES.replace(mode="collect", curb_weight=3, load_factor=2)):
        two = plan(instance)
        checked = arcload.check(two)
        assert checked.cost == pytest.approx(two.cost)
        assert (checked.order, checked.directions) == (two.order, two.directions)


def test_two_vehicles_each_drive_their_own_route() -> None:
    light, heavy = FOUR_EDGES.vehicle, Vehicle(curb_weight=100, start=1, end=1)
    both = Plan(FOUR_EDGES, [Route(light, (OUT,)), Route(heavy, (BACK,))])
    assert both.cost == 150 + 35 + 100 * 14
    assert [route.vehicle for route in both.routes] == [light, heavy]
    assert arcload.check(both).cost == both.cost


def test_a_trip_above_the_capacity_is_refused() -> None:
    small = Vehicle(capacity=100, start=1, end=1)
    with pytest.raises(InputError, match=r"trip 1 has a demand of 120.* capacity 100"):
        Plan(FOUR_EDGES, [Route(small, (OUT, BACK))])


@pytest.mark.parametrize("trips", [(OUT,), (OUT, BACK, OUT)])
def test_every_street_is_served_once_in_all_trips(trips: tuple[Trip, ...]) -> None:
    with pytest.raises(InputError, match="must be served once"):
        Plan(FOUR_EDGES, [Route(FOUR_EDGES.vehicle, trips)])


def test_several_trips_need_a_depot_to_load_at() -> None:
    opened = Vehicle(start=1, end=3)
    with pytest.raises(InputError, match=r"route 1 has 2 trips.* one depot"):
        Plan(FOUR_EDGES, [Route(opened, (OUT, BACK))])


def test_a_tour_is_the_plan_of_one_trip() -> None:
    tour = Tour(FOUR_EDGES, [1, 2, 3, 4], [1, 1, 1, 2])
    (route,) = tour.routes
    assert route.vehicle == FOUR_EDGES.vehicle
    assert route.trips == (Trip((*OUT.services, *BACK.services)),)
    same = Plan(FOUR_EDGES, tour.routes)
    assert (same.walk, same.cost) == (tour.walk, tour.cost)
