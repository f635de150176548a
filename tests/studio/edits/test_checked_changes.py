"""Changes are checked against the network and put into one form."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload import InputError
from arcload.studio.edits.checked_changes import checked_changes
from tests.examples import FOUR_EDGES


def test_ids_become_the_networks_own_and_streets_stand_once() -> None:
    (change,) = checked_changes([{"streets": ["1", 1.0, 2], "demand": 5.0}], FOUR_EDGES)
    assert change == {"streets": [1, 2], "demand": 5}
    assert [type(edge) for edge in change["streets"]] == [int, int]


def test_a_vehicle_keeps_what_is_said_and_null_says_nothing() -> None:
    said = {"curb_weight": 3, "capacity": None, "start": None, "end": "1", "closed": ["2"]}
    (change,) = checked_changes([{"vehicles": [said]}], FOUR_EDGES)
    assert change == {"vehicles": [{"curb_weight": 3, "start": None, "end": 1, "closed": [2]}]}


def test_what_json_cannot_hold_is_not_kept() -> None:
    vehicle = {"curb_weight": 3, "capacity": math.inf}
    rules = {"turn_rules": {"u_turn": math.inf}}
    checked = checked_changes([{"vehicles": [vehicle]}, {"settings": rules}], FOUR_EDGES)
    assert checked == (
        {"vehicles": [{"curb_weight": 3}]},
        {"settings": {"turn_rules": {"u_turn": "never"}}},
    )


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"streets": [9], "closed": True}, ["edge 9"]),
        ({"streets": [True], "closed": True}, ["edge True"]),
        ({"streets": [[1]], "closed": True}, ["list"]),
        ({"streets": [], "closed": True}, ["streets", "empty"]),
        ({"streets": "1", "closed": True}, ["streets", "'1'"]),
        ({"streets": [10**5000], "closed": True}, ["edge", "digits"]),
        ({"streets": [1]}, ["edge 1", "demand"]),
        ({"streets": [1, 2, 3], "demand": -2}, ["edge 1 and 2 more", "-2"]),
        ({"streets": [1], "demand": "5"}, ["edge 1", "'5'"]),
        ({"streets": [1], "demand": math.nan}, ["edge 1", "nan"]),
        ({"streets": [1], "demand": 10**400}, ["edge 1", "finite"]),
        ({"streets": [1], "demand": None}, ["edge 1", "None"]),
        ({"streets": [1], "service": 0}, ["service", "edge 1", "0"]),
        ({"streets": [1], "closed": "yes"}, ["closed", "edge 1", "'yes'"]),
        ({"streets": [1], "direction": "north"}, ["direction", "edge 1", "'north'"]),
        ({"streets": [1], "direction": ["both"]}, ["direction", "edge 1", "list"]),
        ({"streets": [1], "demannd": 3}, ["demannd", "did you mean 'demand'"]),
        ({"depot": 77}, ["depot 77"]),
        ({"depot": {}}, ["depot", "dict"]),
        ({"depot": 1, "closed": True}, ["closed"]),
        ({"depot": 1, "reset": True}, ["'depot' and 'reset'"]),
        ({"facilities": 3}, ["facilities", "3"]),
        ({"facilities": [8]}, ["facility 8"]),
        ({"facilities": [2, "2"]}, ["facility", "2", "twice"]),
        ({"facilities": [{"visit_cost": 3}]}, ["facility None"]),
        ({"facilities": [{"node": 2, "stop_minutes": -1}]}, ["stop time", "-1"]),
        ({"facilities": [{"node": 2, "minutes": 1}]}, ["a facility", "'minutes'"]),
        ({"vehicles": []}, ["vehicles", "empty"]),
        ({"vehicles": [{"curb_weight": 1}, 3]}, ["vehicle 2", "3"]),
        ({"vehicles": [{"colour": "red"}]}, ["vehicle 1", "'colour'"]),
        ({"vehicles": [{"capacity": -1}]}, ["vehicle 1", "capacity", "-1"]),
        ({"vehicles": [{"count": 1.5}]}, ["vehicle 1", "number of vehicles", "1.5"]),
        ({"vehicles": [{"start": 55}]}, ["vehicle 1", "start 55"]),
        ({"vehicles": [{"closed": 2}]}, ["vehicle 1", "closed", "2"]),
        ({"vehicles": [{"closed": [99]}]}, ["vehicle 1", "edge 99"]),
        ({"vehicles": [{"mode": "carry"}]}, ["vehicle 1", "mode", "'carry'"]),
        ({"vehicles": [{"max_hours": 3}]}, ["vehicle 1", "hours", "speeds"]),
        ({"settings": {}}, ["settings", "empty"]),
        ({"settings": 4}, ["settings", "4"]),
        ({"settings": {"speed": 4}}, ["'speed'"]),
        ({"settings": {"mode": None}}, ["mode", "None"]),
        ({"settings": {"objective": "time"}}, ["objective", "'time'"]),
        ({"settings": {"allow_unserved": 1}}, ["allow_unserved", "1"]),
        ({"settings": {"turn_rules": []}}, ["turn rules", "list"]),
        ({"settings": {"turn_rules": {"lefft": 3}}}, ["'lefft'", "did you mean 'left'"]),
        ({"settings": {"turn_rules": {"left": -3}}}, ["left turn", "-3"]),
        ({"settings": {"turn_rules": {"traffic": []}}}, ["traffic"]),
        ({"reset": False}, ["reset", "False"]),
        ({}, ["nothing", "streets"]),
        ({"colour": 3}, ["'colour'", "streets"]),
        (3, ["3"]),
    ],
)
def test_what_is_no_change_is_refused_and_named(change: Any, named: list[str]) -> None:
    with pytest.raises(InputError) as error:
        checked_changes([change], FOUR_EDGES)
    for fact in named:
        assert fact in error.value.message


@pytest.mark.parametrize("changes", [[], None, {"depot": 1}, "depot"])
def test_changes_are_a_list(changes: Any) -> None:
    with pytest.raises(InputError, match="change"):
        checked_changes(changes, FOUR_EDGES)


_KEYS = st.sampled_from(
    [
        *("streets", "demand", "depot", "facilities", "node", "vehicles", "start", "closed"),
        *("settings", "turn_rules", "u_turn", "mode", "serve_speed", "leave", "label", "reset"),
    ]
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=8,
)


@given(st.lists(st.dictionaries(_KEYS, _JSON, max_size=3), max_size=3))
def test_any_json_is_taken_or_refused_in_a_sentence(changes: list[Any]) -> None:
    try:
        checked = checked_changes(changes, FOUR_EDGES)
    except InputError:
        return
    assert checked_changes(list(checked), FOUR_EDGES) == checked
