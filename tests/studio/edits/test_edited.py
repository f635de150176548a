"""Edits applied to an instance."""

import math
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arcload import FREE, Facility, InputError, Instance, Turn, TurnRules, Vehicle
from arcload.studio.edits.edited import edited
from arcload.studio.edits.edits import Edits
from tests.examples import FOUR_EDGES
from tests.strategies import instances
from tests.studio.edits.changes import edits_of

SQUARE = Instance.from_edges(
    [(1, 2, 10, 1), (2, 3, 20, 2), (3, 4, 30, 3), (4, 1, 40, 4), (1, 3, 50, 5)], depot=1
).replace(
    names=("A", "B", "C", "D", "E"),
    shapes=(((0, 0), (1, 0)), (), (), (), ((0, 0), (1, 1))),
    serve_costs=[(1, 2), (3, 4), (5, 6), (7, 8), (9, 10)],
    priorities=[1, 2, 3, 4, 5],
    attributes={"lit": ("a", "b", "c", "d", "e")},
    forbidden_turns=(Turn(1, 1, 2, 1), Turn(2, 1, 3, 1)),
    vehicles=(
        Vehicle(start=1, end=1, curb_weight=2, capacity=20, closed=(2, 5)),
        Vehicle(start=1, end=1, curb_weight=2, capacity=9),
    ),
)


def changed(*changes: dict[str, Any], base: Instance = FOUR_EDGES) -> Instance:
    """Return an instance with changes, all in one step."""
    return edited(base, Edits().with_step(list(changes), base))


def test_demand_service_and_both_together() -> None:
    five = {"streets": [2, 3], "demand": 5}
    assert changed(five).demands.tolist() == [100, 5, 5, 5]
    assert changed(five, {"streets": [2], "service": False}).demands.tolist() == [100, 0, 5, 5]
    again = {"streets": [2], "service": False}, {"streets": [2], "service": True}
    assert changed(five, *again).demands.tolist() == [100, 5, 5, 5]


@pytest.mark.parametrize(
    ("direction", "lengths"),
    [("forward", [2, math.inf]), ("backward", [math.inf, 2]), ("both", [2, 2]), ("given", [2, 2])],
)
def test_directions(direction: str, lengths: list[float]) -> None:
    both = FOUR_EDGES.replace(end=FREE)
    assert changed({"streets": [1], "direction": direction}, base=both).lengths[0].tolist() == (
        lengths
    )


def test_the_length_of_a_direction_that_was_not_driven_is_that_of_the_other() -> None:
    one_way = changed({"streets": [2], "direction": "forward"})
    turned = changed({"streets": [2], "direction": "backward"}, base=one_way)
    assert turned.lengths[1].tolist() == [math.inf, 1]
    assert changed({"streets": [2], "direction": "given"}, base=one_way) is one_way


def test_all_columns_of_closed_streets_are_left_out() -> None:
    less = changed({"streets": [2], "closed": True}, base=SQUARE)
    kept = [0, 2, 3, 4]
    assert less.edges == (1, 3, 4, 5)
    assert less.nodes == SQUARE.nodes
    assert less.ends.tolist() == SQUARE.ends[kept].tolist()
    assert less.lengths.tolist() == SQUARE.lengths[kept].tolist()
    assert less.demands.tolist() == [1, 3, 4, 5]
    assert less.names == ("A", "C", "D", "E")
    assert less.shapes is not None
    assert [len(shape) for shape in less.shapes] == [2, 0, 0, 2]
    assert less.serve_costs is not None
    assert less.serve_costs.tolist() == [[1, 2], [5, 6], [7, 8], [9, 10]]
    assert less.priorities is not None
    assert less.priorities.tolist() == [1, 3, 4, 5]
    assert less.attributes["lit"] == ("a", "c", "d", "e")
    assert less.forbidden_turns == ()
    assert less.vehicle.closed == (5,)


def test_the_depot_moves_what_is_there_and_nothing_else() -> None:
    fleet = SQUARE.replace(vehicles=(Vehicle(start=1, end=1), Vehicle(start=1, end=3, capacity=9)))
    moved = changed({"depot": 2}, base=fleet)
    assert [(one.start, one.end) for one in moved.vehicles] == [(2, 2), (2, 3)]
    anywhere = changed({"depot": None})
    assert (anywhere.start, anywhere.end) == (FREE, FREE)
    assert changed({"depot": None}, {"depot": 3}).depot == 3


def test_vehicles_are_at_the_depot_unless_they_say() -> None:
    said = [{"curb_weight": 3}, {"curb_weight": 4, "start": 3, "end": None}]
    vehicles = changed({"depot": 2}, {"vehicles": said}).vehicles
    assert [(one.start, one.end) for one in vehicles] == [(2, 2), (3, FREE)]
    assert {one.mode for one in vehicles} == {"deliver"}


def test_facilities_keep_what_is_known_of_them() -> None:
    base = SQUARE.replace(facilities=(Facility(3, 7.0, 8.0),))
    places = changed({"facilities": [3, {"node": 4, "visit_cost": 1}]}, base=base).facilities
    assert places == (Facility(3, 7.0, 8.0), Facility(4, 1.0))


def test_settings() -> None:
    rules = {"left": 30, "u_turn": "never"}
    settings = {"mode": "collect", "allow_unserved": True, "turn_rules": rules}
    place = changed({"settings": settings}, {"settings": {"turn_rules": {"left": 20}}}, base=SQUARE)
    assert place.mode == "collect"
    assert place.allow_unserved
    assert place.turn_rules == TurnRules(left=20, u_turn=math.inf)
    assert changed({"settings": {"turn_rules": None}}, base=place).turn_rules is None


def test_what_leaves_no_plan_is_refused_with_the_street() -> None:
    with pytest.raises(InputError, match="cannot be reached"):
        changed({"streets": [2, 3], "closed": True})


@settings(max_examples=25)
@given(st.data())
def test_all_taken_back_is_the_base(data: st.DataObject) -> None:
    base = data.draw(instances())
    edits = data.draw(edits_of(base))
    while edits.can_undo:
        edits = edits.undo()
    assert edited(base, edits) is base
    assert edited(base, data.draw(edits_of(base)).with_step([{"reset": True}], base)) is base


@settings(max_examples=25)
@given(st.data())
def test_every_street_is_as_the_last_change_says(data: st.DataObject) -> None:
    """Against a slow version: street by street, the last change that names it."""
    base = data.draw(instances())
    edits = data.draw(edits_of(base, of_streets=True))
    last: dict[tuple[object, str], Any] = {}
    for change in edits.changes:
        for street in change.get("streets", ()):
            last |= {(street, name): value for name, value in change.items() if name != "streets"}
        last = {} if "reset" in change else last
    try:
        place = edited(base, edits)
    except InputError:
        assume(False)
    shut = {street for (street, name), value in last.items() if name == "closed" and value}
    assert place.edges == tuple(edge for edge in base.edges if edge not in shut)
    for edge in place.edges:
        given, now = base.edge(edge), place.edge(edge)
        demand = last.get((edge, "demand"), given.demand)
        assert now.demand == (demand if last.get((edge, "service"), True) else 0)
        assert (now.tail, now.head, now.name) == (given.tail, given.head, given.name)
        way = last.get((edge, "direction"), "given")
        open_ways = [math.isfinite(now.length), math.isfinite(now.length_back or 0.0)]
        if way != "given":
            assert open_ways == [way != "backward", way != "forward"]
        else:
            assert (now.length, now.length_back) == (given.length, given.length_back)
