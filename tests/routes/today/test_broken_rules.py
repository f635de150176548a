"""Rules that today's route breaks."""

import math
from dataclasses import replace

from arcload import FREE, Instance, Turn, TurnRules, check
from arcload.routes.today.todays_route import todays_route
from tests.routes.today.test_todays_route import BACK, THERE, line, way


def test_every_limit_that_is_broken_is_told() -> None:
    fleet = line(
        capacity=11, count=1, max_length=15, max_hours=0.001, max_trips=1, length_unit="m",
        serve_speed=10, drive_speed=30,
    )  # fmt: skip
    around = way((0, 0), (0, 1), *THERE, *BACK)
    today = todays_route(fleet, [around, way((0, 0), (0, 1), (0, 0), (0, 1))])
    told = " ".join(today.broken)
    assert "80 m" in told
    assert "0.00" in told
    two = todays_route(line(capacity=11, max_trips=1), [way((0, 0), (0, 1), *THERE, *BACK)])
    assert "2 trips" in two.broken[0]
    many = todays_route(line(capacity=15, count=1), [way((0, 0), (0, 1)), way(*THERE, *BACK)])
    assert "2 vehicles" in many.broken[0]
    for one in (today, two, many):
        check(one.plan)


def test_closed_streets_are_counted() -> None:
    fleet = line(capacity=15)
    open_to_all = fleet.vehicle
    vehicles = (replace(open_to_all, closed=(3,)), replace(open_to_all, capacity=16.0))
    today = todays_route(fleet.replace(vehicles=vehicles), [way(*THERE, *BACK)])
    assert "2 times" in today.broken[0]
    assert today.plan.order == (1, 2, 3)


def test_forbidden_turns_are_priced_and_counted() -> None:
    streets = [("a", "b", 10, 4), ("b", "c", 10, 5), ("c", "d", 10, 6), ("a", "c", 10, 1)]
    rules = TurnRules(u_turn=math.inf, straight=3)
    town = Instance.from_edges(
        streets, start="a", end=FREE, turn_rules=rules, forbidden_turns=[Turn(1, 1, 2, 1)],
        length_unit="m",
    )  # fmt: skip
    today = todays_route(town, [way((0, 0), (1, 0), (1, 1), (1, 0), (2, 0), (2, 1), (3, 1))])
    (sentence,) = today.broken
    # The turn into 2, and the U-turns on it at c and b; the one at the dead end d is allowed.
    assert "3 turns" in sentence
    assert "2 of them U-turns" in sentence
    assert (today.plan.length, today.plan.turn_length) == (70, 9)  # straight on, three times
    check(today.plan)


def test_at_facilities_every_turn_is_allowed() -> None:
    town = line(capacity=9, turn_rules=TurnRules(u_turn=math.inf), start="b", end="b")
    today = todays_route(
        town, [way((0, 1), (0, 0), (0, 1), (0, 0), (1, 0), (2, 0), (2, 1), (1, 1))]
    )
    (sentence,) = today.broken
    assert "capacity" in sentence
