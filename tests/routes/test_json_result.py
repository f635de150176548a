"""The result itself as JSON."""

from pathlib import Path

import pytest

import arcload
from arcload.routes import json_result
from arcload.routes.driven_plan import DrivenPlan
from tests.examples import FOUR_EDGES


def test_the_text_is_that_of_the_result() -> None:
    result = arcload.solve(FOUR_EDGES, "greedy")
    json_result.require(FOUR_EDGES)
    assert json_result.dump(DrivenPlan(result)) == result.to_json()


def test_a_bare_tour_has_no_result_to_write(tmp_path: Path) -> None:
    tour = arcload.Tour(FOUR_EDGES, (1, 2, 3, 4), (1, 1, 1, 2))
    with pytest.raises(arcload.InputError, match="a tour alone cannot be written"):
        arcload.write_route(tour, tmp_path / "a.json")
