"""Crossings and visits as rows."""

from arcload.model.crossing import Crossing
from arcload.routes.driven_plan import DrivenPlan
from arcload.routes.stage_rows import stage_rows
from tests.fleet_plans import cut_tour, fleet_of
from tests.routes.towns import town


def test_every_crossing_and_visit_has_a_row() -> None:
    plan = cut_tour(fleet_of(town()))
    rows = list(stage_rows(DrivenPlan(plan)))
    crossings = [row for stage, row in rows if isinstance(stage.deed, Crossing)]
    visits = [row for stage, row in rows if not isinstance(stage.deed, Crossing)]
    assert [row["edge"] for row in crossings] == [crossing.edge for crossing in plan.walk]
    assert len(visits) == plan.trips
    assert {row["do"] for row in visits} == {"load"}
    assert all({"number", "route", "trip", "distance", "hours"} <= row.keys() for _, row in rows)
