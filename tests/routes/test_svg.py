"""A picture of the tour in lines that scale."""

import arcload
from arcload.routes import svg
from arcload.routes.driven_plan import DrivenPlan
from tests.routes.towns import town


def test_the_file_is_of_its_kind() -> None:
    tour = arcload.solve(town(), "greedy").plan
    assert svg.dump(DrivenPlan(tour)).startswith(b"<?xml")
