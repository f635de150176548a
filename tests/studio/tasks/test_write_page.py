"""A plan on its page, alone or beside another one."""

import json
import re
from typing import Any

import pytest

import arcload
from arcload.model.errors import InputError
from arcload.studio.tasks.kept_today import kept_today
from arcload.studio.tasks.read_today import read_today
from arcload.studio.tasks.stored_result import stored_result
from arcload.studio.tasks.write_page import write_page
from tests.fleet_plans import cut_tour, fleet_of
from tests.studio.plans import EXAMPLES, result_of, value_of

VILLAGE = arcload.read(EXAMPLES / "village.geojson", curb_weight=3)


def tour(instance: arcload.Instance) -> arcload.Result:
    order = [instance.edges[k] for k in instance.served]
    return result_of(arcload.best_directions(instance, order))


ONE = tour(VILLAGE)


def data_in(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', html, re.S)
    assert found is not None
    return json.loads(found[1])  # type: ignore[no-any-return]


def test_alone_there_is_one_plan() -> None:
    answer = write_page(value_of(ONE, beside=None))
    assert len(data_in(answer["html"])["plans"]) == 1
    assert answer["shortest"] is None


def test_the_shortest_is_found_once_and_kept() -> None:
    answer = write_page(value_of(ONE, beside="shortest"))
    shortest = stored_result(answer["shortest"], VILLAGE)
    assert shortest.plan.length == arcload.compare(ONE).shortest.plan.length
    again = write_page(value_of(ONE, beside="shortest", shortest=ONE.to_json()))
    plans = data_in(again["html"])["plans"]
    assert plans[0]["cost"] == plans[1]["cost"]  # what is given is not searched for


def test_todays_route_is_shown_as_such() -> None:
    files = {"folder": str(EXAMPLES), "files": ["village_today.gpx"]}
    today = read_today(value_of(ONE, **files))["today"]
    data = data_in(write_page(value_of(ONE, beside="today", today=today))["html"])
    assert data["isToday"] is True
    assert data["plans"][1]["cost"] == pytest.approx(kept_today(today, VILLAGE).plan.cost)


def test_another_version_may_have_other_streets_loads_and_vehicles() -> None:
    closed, changed = (VILLAGE.edges[int(k)] for k in VILLAGE.served[:2])
    changes: list[dict[str, Any]] = [
        {"streets": [closed], "service": False},
        {"streets": [changed], "demand": 99.0},
    ]
    edits = {"steps": [changes], "position": 1}
    theirs = tour(VILLAGE.replace(demand={closed: 0.0, changed: 99.0}))
    beside = {"edits": edits, "result": theirs.to_json(), "name": "version 2"}
    data = data_in(write_page(value_of(ONE, beside=beside))["html"])
    assert (data["other"], data["alike"]) == ("version 2", False)
    ours, other = data["plans"]
    assert (ours["served"], other["served"]) == (len(VILLAGE.served), len(VILLAGE.served) - 1)
    assert other["cost"] == pytest.approx(theirs.cost)
    assert other["unserved"] == []
    assert other["demands"] == {
        str(VILLAGE.edge_index(closed)): 0,
        str(VILLAGE.edge_index(changed)): 99,
    }


def test_a_street_that_is_closed_in_one_version_is_still_on_the_map() -> None:
    """Closed here, and driven in the other version."""
    edge = next(
        edge for k, edge in enumerate(VILLAGE.edges) if _still_served(VILLAGE, k) is not None
    )
    k = VILLAGE.edge_index(edge)
    fewer = _still_served(VILLAGE, k)
    assert fewer is not None
    edits = {"steps": [[{"streets": [edge], "closed": True}]], "position": 1}
    value = value_of(ONE) | {"edits": edits, "result": tour(fewer).to_json()}
    value["beside"] = {"edits": {}, "result": ONE.to_json(), "name": "version 1"}
    data = data_in(write_page(value)["html"])
    assert len(data["streets"]["course"]) == len(VILLAGE.edges)
    assert data["streets"]["demand"][k] == 0
    assert all(k not in route["edge"] for route in data["plans"][0]["routes"])
    assert any(k in route["edge"] for route in data["plans"][1]["routes"])


def _still_served(instance: arcload.Instance, k: int) -> arcload.Instance | None:
    """Return the instance without a street that needs service; None where that cuts others off."""
    from arcload.studio.edits.edited import edited
    from arcload.studio.edits.edits import Edits

    if instance.demands[k] <= 0:
        return None
    step = [{"streets": [instance.edges[k]], "closed": True}]
    try:
        return edited(instance, Edits().with_step(step, instance))
    except InputError:
        return None


def test_a_fleet_beside_a_tour() -> None:
    fleet = fleet_of(VILLAGE)
    (vehicle,) = fleet.vehicles
    fields = {name: getattr(vehicle, name) for name in ("curb_weight", "capacity")}
    speeds = {"serve_speed": vehicle.serve_speed, "drive_speed": vehicle.drive_speed}
    changes = [
        {"vehicles": [fields | speeds]},
        {"facilities": [{"node": fleet.facilities[0].node, "stop_minutes": 6.0}]},
    ]
    edits = {"steps": [changes], "position": 1}
    value = value_of(ONE) | {"edits": edits, "result": result_of(cut_tour(fleet)).to_json()}
    value["beside"] = {"edits": {}, "result": ONE.to_json(), "name": "version 1"}
    data = data_in(write_page(value)["html"])
    assert data["fleet"] is True
    assert [len(plan["routes"]) for plan in data["plans"]] == [2, 1]
    assert data["plans"][1]["routes"][0]["visits"] == [
        [0, 0, pytest.approx(VILLAGE.total_demand), 0]
    ]
