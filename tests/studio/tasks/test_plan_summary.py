"""The figures of a result are those of its plan and of each route."""

import json

import pytest

from arcload.studio.tasks.plan_summary import plan_summary
from tests.fleet_plans import cut_tour, fleet_of
from tests.studio.plans import TOWN, result_of


def test_routes_add_up() -> None:
    result = result_of(cut_tour(fleet_of(TOWN)))
    summary = json.loads(json.dumps(plan_summary(result)))
    routes = summary["routes"]
    assert len(routes) == 2
    for figure in ("cost", "length", "hours", "trips", "served"):
        assert sum(route[figure] for route in routes) == pytest.approx(summary[figure])
    assert sum(route["load"] for route in routes) == pytest.approx(TOWN.total_demand)
    assert summary["cost"] == result.cost
    assert (summary["status"], summary["proof"], summary["unserved"]) == ("feasible", None, 0)
