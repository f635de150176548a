"""Searches for plans of fleets."""

import math
from typing import Any

import pytest

import arcload
from arcload import InputError, Instance
from arcload.model.types import Mode
from tests.examples import FOUR_EDGES

FLEET = FOUR_EDGES.replace(capacity=120, curb_weight=1)


def line(**fields: Any) -> Instance:
    """Return six streets in a line from the depot, each 1 km long with a demand of 1."""
    streets = [(node, node + 1, 1, 1) for node in range(6)]
    return Instance.from_edges(streets, depot=0, curb_weight=1, length_unit="km", **fields)


def test_two_loads_are_two_trips() -> None:
    """Streets 3 and 1 in one trip, 2 and 4 in another or so: by hand, all four in two trips."""
    result = arcload.solve(FLEET, iterations=2000)
    assert result.plan.trips >= 2
    assert arcload.check(result).cost == pytest.approx(result.cost)


def test_the_same_seed_gives_the_same_plan() -> None:
    one, two = (arcload.solve(line(capacity=2), iterations=500, seed=3) for _ in range(2))
    assert one.plan.routes == two.plan.routes
    assert one.cost == two.cost


def test_without_load_in_the_cost_full_trips_are_best() -> None:
    """Streets 6 and 5, 4 and 3, 2 and 1: 12 + 8 + 4 km."""
    result = arcload.solve(line(capacity=2, load_factor=0), iterations=3000)
    assert result.cost == 24
    assert result.plan.trips == 3
    assert result.plan.length == 24


def test_a_facility_saves_the_way_back() -> None:
    """From 0 to 6 and back in one route, refilled at 6: 6 + 6 km for the line both ways."""
    fleet = line(capacity=3, load_factor=0, facilities=[6], fixed_cost=1)
    result = arcload.solve(fleet, iterations=3000)
    assert result.cost == 12 + 1
    assert {trip.facility for trip in result.plan.routes[0].trips} <= {0, 6}


def test_balance_shares_the_line_between_two_vehicles() -> None:
    """To node 6 and back in any case: 12 km; the other need not go as far."""
    fleet = line(count=2, load_factor=0, objective="balance")
    result = arcload.solve(fleet, iterations=3000)
    assert result.plan.longest == 12
    assert (result.lower_bound, result.status) == (None, "feasible")


def test_a_limit_of_hours_holds_where_speeds_are_by_street() -> None:
    """Each service takes as long as at 10 km/h, and the way home of 6 km 0.15 or 0.6 hours."""
    limits = {"serve_speed": 10.0, "max_hours": 0.9, "load_factor": 0}
    fast = line(drive_speed=40.0, **limits)
    kinds = tuple("ab"[k % 2] for k in range(len(fast.edges)))
    same = line(drive_speed="kind=a: 40; else 40", attributes={"kind": kinds}, **limits)
    slow = same.replace(drive_speed="kind=a: 10; else 40")
    costs = [arcload.solve(fleet, iterations=2000).cost for fleet in (fast, same, slow)]
    assert costs[0] == costs[1] < costs[2]
    plan = arcload.solve(slow, iterations=2000).plan
    assert max(route.hours or 9 for route in plan.driven) <= 0.9 * (1 + 1e-9)


def test_too_few_vehicles_are_told_how_many_would_do() -> None:
    fleet = line(capacity=2, count=1, max_trips=2)
    with pytest.raises(InputError, match=r"2 streets .* are left.* took 2 vehicles; give count=2"):
        arcload.solve(fleet, iterations=500)
    some = arcload.solve(fleet.replace(allow_unserved=True), iterations=500)
    assert len(some.plan.unserved) == 2
    assert some.lower_bound is None


def test_the_first_priority_is_served_first() -> None:
    fleet = line(
        capacity=2, count=1, max_trips=1, allow_unserved=True, priorities=[2, 2, 2, 1, 2, 1]
    )
    result = arcload.solve(fleet, iterations=500)
    assert sorted(result.plan.order) == [4, 6]


def test_a_street_out_of_reach_of_a_limit_is_told() -> None:
    with pytest.raises(InputError, match=r"edge 6 alone takes a route of length 12 km.* 3 streets"):
        arcload.solve(line(max_length=7), iterations=10)
    hours = line(max_hours=0.5, serve_speed=10.0, drive_speed=40.0)
    with pytest.raises(InputError, match=r"edge 6 alone takes a route of hours 0.375"):
        arcload.solve(hours.replace(max_hours=0.3), iterations=10)


def test_a_street_within_a_limit_only_beside_others_is_no_reason_to_refuse() -> None:
    """To drive to street 6 and back takes 1.1 hours; those before it are served faster."""
    fast = line(max_hours=0.8, serve_speed=40.0, drive_speed=10.0)
    assert arcload.solve(fast, iterations=200).plan.hours == pytest.approx(6 / 40 + 6 / 10)
    with pytest.raises(InputError, match="alone takes a route of hours"):
        arcload.solve(fast.replace(max_hours=0.25), iterations=10)


@pytest.mark.parametrize(
    ("mode", "start", "end", "turn"),
    [("deliver", 0, 2, (1, 2, 2, 1)), ("collect", 2, 0, (2, 2, 1, 1))],
)
def test_a_street_that_a_stop_at_the_depot_brings_within_a_limit_is_served(
    mode: Mode, start: int, end: int, turn: tuple[int, int, int, int]
) -> None:
    """Street 1 alone takes 2 + 20 km; a stop at node 0 allows to go on into street 2: 2 + 2 + 2."""
    streets = [(0, 1, 2, 1), (0, 2, 2, 1), (1, 2, 20, 0)]
    fleet = Instance.from_edges(
        streets, start=start, end=end, mode=mode, capacity=1, max_length=7, forbidden_turns=[turn]
    )
    assert arcload.solve(fleet, iterations=100).plan.length == 6
    with pytest.raises(InputError, match="edge 1 alone takes a route of length 22"):
        arcload.solve(fleet.replace(max_length=5), iterations=10)
    with pytest.raises(InputError, match=r"with any number of vehicles .*raise max_length"):
        arcload.solve(fleet.replace(demand={2: 0}), iterations=10)


def test_limits_hold_where_turn_rules_leave_no_way_between_streets() -> None:
    """Two streets take 1.6 hours, all three 2.6 of at most 2."""
    edges = [
        arcload.Edge(1, 0, 4, 1, id=2),
        arcload.Edge(0, 1, 4, 0.5, id=3),
        arcload.Edge(1, 0, 4, 3, id=5, length_back=math.inf),
    ]
    fleet = Instance.from_edges(
        edges,
        depot=1,
        curb_weight=2.5,
        capacity=3,
        count=1,
        max_hours=2,
        serve_speed=5,
        drive_speed=20,
        length_unit="km",
        allow_unserved=True,
        turn_rules=arcload.TurnRules(u_turn=math.inf),
        forbidden_turns=[(5, 1, 3, 1)],
    )
    some = arcload.solve(fleet, iterations=50)
    assert some.plan.unserved == (5,)
    assert some.plan.hours == pytest.approx(1.6)
    with pytest.raises(InputError, match="the vehicles cannot serve all: 1 street"):
        arcload.solve(fleet.replace(allow_unserved=False), iterations=50)


def test_methods_for_tours_refuse_fleets() -> None:
    with pytest.raises(InputError, match=r"ea makes one tour.*method='auto'"):
        arcload.solve(FLEET, "ea")
    with pytest.raises(InputError, match="'window' of auto is for one tour"):
        arcload.solve(FLEET, parameters={"window": 5})


def test_a_search_goes_on_from_a_plan() -> None:
    greedy = arcload.solve(line(capacity=2), "greedy")
    better = arcload.solve(line(capacity=2), iterations=200, warm_start=greedy)
    assert better.cost <= greedy.cost
    assert better.history[0][2] <= greedy.cost


def test_nothing_to_serve_takes_no_vehicle() -> None:
    nothing = FLEET.replace(demand=dict.fromkeys(FLEET.edges, 0.0))
    result = arcload.solve(nothing)
    assert (result.cost, result.plan.trips) == (0, 0)


def test_trips_are_shared_out_among_vehicles_where_that_costs_nothing() -> None:
    """Trips of 12, 8 and 4 km: two vehicles drive 12 km each."""
    fleet = line(capacity=2, load_factor=0, count=2)
    result = arcload.solve(fleet, iterations=3000)
    assert result.cost == 24
    assert [route.length for route in result.plan.driven] == [12, 12]
    again = arcload.solve(fleet, iterations=10, warm_start=result)
    assert again.cost == 24


def test_a_plan_that_leaves_streets_out_reaches_no_target() -> None:
    fleet = line(capacity=2, count=1, max_trips=1, allow_unserved=True)
    result = arcload.solve(fleet, iterations=50, target=1e9, threads=1)
    assert len(result.plan.unserved) == 4
    assert result.iterations == 50
