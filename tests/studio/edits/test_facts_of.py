"""What a page shows of a plan beside its map."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from arcload.model.vehicle import FIELDS
from arcload.studio.edits.edited import edited
from arcload.studio.edits.edits import Edits
from arcload.studio.edits.facts_of import facts_of
from tests.examples import FOUR_EDGES
from tests.fleet_strategies import fleets
from tests.studio.edits.changes import edits_of
from tests.studio.edits.towns import ON_EARTH


def test_facts_of_a_network_as_it_was_read() -> None:
    facts = facts_of(ON_EARTH, Edits())
    assert (facts["streets"], facts["served"]) == (3, 2)
    assert facts["depot"] == "a"
    assert facts["facilities"] == []
    assert facts["units"] == {"length": "m", "load": ""}
    assert (facts["on_earth"], facts["drawn"]) == (True, True)
    assert not facts_of(FOUR_EDGES, Edits())["drawn"]


def test_vehicles_and_rules_are_told_with_all_their_fields() -> None:
    rules = {"left": 30, "u_turn": "never"}
    changes = [
        {"vehicles": [{"label": "small", "capacity": 9, "end": None, "closed": [2]}]},
        {"settings": {"mode": "collect", "turn_rules": rules}},
        {"facilities": [{"node": "c", "stop_minutes": 5}]},
    ]
    facts = facts_of(ON_EARTH, Edits().with_step(changes, ON_EARTH))
    (vehicle,) = facts["vehicles"]
    assert {*vehicle} == {*FIELDS}
    assert (vehicle["start"], vehicle["end"], vehicle["closed"]) == ("a", None, [2])
    assert facts["settings"]["mode"] == vehicle["mode"] == "collect"
    assert facts["settings"]["turn_rules"]["u_turn"] == "never"
    assert facts["settings"]["turn_rules"]["right"] == 0
    assert facts["facilities"] == [{"node": "c", "visit_cost": 0, "stop_minutes": 5}]


def test_what_no_plan_can_serve_has_facts_too() -> None:
    cut = Edits().with_step([{"streets": [1, 3], "closed": True}], ON_EARTH)
    assert facts_of(ON_EARTH, cut)["served"] == 1


@settings(max_examples=25)
@given(st.data())
def test_vehicles_sent_back_as_they_were_told_change_nothing(data: st.DataObject) -> None:
    base = data.draw(fleets())
    edits = data.draw(edits_of(base, of_streets=True))
    facts = json.loads(json.dumps(facts_of(base, edits), allow_nan=False))
    same = [{"vehicles": facts["vehicles"]}, {"settings": facts["settings"]}]
    same += [{"facilities": facts["facilities"]}]
    again = edits.with_step(same, base)
    assert facts_of(base, again) == facts_of(base, edits)
    assert edited(base, Edits().with_step(same, base)) is base
