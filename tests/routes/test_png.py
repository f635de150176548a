"""A picture of the tour in dots."""

import arcload
from arcload.routes import png
from arcload.routes.driven_plan import DrivenPlan
from tests.routes.towns import town


def test_the_file_is_of_its_kind() -> None:
    tour = arcload.solve(town(), "greedy").plan
    assert png.dump(DrivenPlan(tour)).startswith(b"\x89PNG")
