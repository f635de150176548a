"""Pictures as formats of a route."""

import sys

import pytest

import arcload
from arcload.routes.driven_plan import DrivenPlan
from arcload.routes.picture import picture_of, require
from arcload.views.plotting.picture import picture
from tests.examples import FOUR_EDGES
from tests.routes.towns import town


def test_a_result_is_shown_as_overview_and_a_tour_on_its_map() -> None:
    result = arcload.solve(town(), "greedy")
    assert picture_of(DrivenPlan(result), ".png") == picture(result, ".png", "overview")
    assert picture_of(DrivenPlan(result.plan), ".png") == picture(result.plan, ".png", "tour")


def test_without_coordinates_there_is_no_picture() -> None:
    require(town())
    with pytest.raises(arcload.InputError, match=r"four edges.* has no coordinates"):
        require(FOUR_EDGES)


def test_without_matplotlib_there_is_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(arcload.InputError, match="matplotlib"):
        require(town())
