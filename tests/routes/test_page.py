"""The page as a format of a route."""

import pytest

import arcload
from arcload.routes import page
from arcload.routes.driven_plan import DrivenPlan
from arcload.views.page.write import page_text
from tests.examples import FOUR_EDGES
from tests.routes.towns import town


def test_the_page_shows_the_baseline_where_there_is_one() -> None:
    result = arcload.solve(town(), "greedy")
    other = arcload.solve(town(), "vns", iterations=5).plan
    page.require(town())
    alone, both = page.dump(DrivenPlan(result)), page.dump(DrivenPlan(result, other))
    assert alone == page_text(result)
    assert both == page_text(result, other)
    assert alone != both


def test_without_coordinates_there_is_no_page() -> None:
    with pytest.raises(arcload.InputError, match=r"four edges.* has no coordinates"):
        page.require(FOUR_EDGES)
