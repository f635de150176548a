"""Edits are applied, taken back and restored, and the network and instance follow."""

import json
from typing import Any

import pytest

import arcload
from arcload.model.errors import InputError
from arcload.studio.tasks.edit_plan import edit_plan
from arcload.studio.tasks.edited_instance import edited_instance
from arcload.studio.tasks.instance_text import instance_of
from arcload.studio.tasks.network_data import network_data
from tests.studio.plans import EXAMPLES, base_text

VILLAGE = arcload.read(EXAMPLES / "village.geojson", curb_weight=3)
BASE = base_text(VILLAGE)
K = int(VILLAGE.served[0])
CHANGE = {"streets": [VILLAGE.edges[K]], "demand": 7.5}


def edited(edits: dict[str, Any], **how: Any) -> dict[str, Any]:
    return edit_plan({"base": BASE, "edits": edits, **how})


def test_a_change_is_made_undone_and_restored() -> None:
    changed = edited({}, changes=[CHANGE])
    assert changed["changed"] == [K]
    assert (changed["can_undo"], changed["can_redo"], changed["problem"]) == (True, False, None)
    undone = edited(changed["edits"], step="undo")
    assert (undone["can_undo"], undone["can_redo"]) == (False, True)
    restored = edited(undone["edits"], restore=changed["edits"])
    for edits, demand in ((restored["edits"], 7.5), (undone["edits"], VILLAGE.demands[K])):
        value = {"base": BASE, "edits": edits}
        assert instance_of(edited_instance(value)).demands[K] == demand
        assert json.loads(network_data(value))["streets"]["demand"][K] == pytest.approx(demand)


def test_a_change_of_no_street_is_one_sentence() -> None:
    with pytest.raises(InputError, match="nowhere"):
        edited({}, changes=[{"streets": ["nowhere"], "demand": 1}])
