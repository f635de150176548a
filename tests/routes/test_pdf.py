"""A picture of the tour for print."""

import arcload
from arcload.routes import pdf
from arcload.routes.driven_plan import DrivenPlan
from tests.routes.towns import town


def test_the_file_is_of_its_kind() -> None:
    tour = arcload.solve(town(), "greedy").plan
    assert pdf.dump(DrivenPlan(tour)).startswith(b"%PDF")
