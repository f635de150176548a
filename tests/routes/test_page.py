"""The page as a format of a route."""

from pathlib import Path

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


def test_the_page_shows_todays_route_though_it_leaves_streets_out(tmp_path: Path) -> None:
    place = town()
    result = arcload.solve(place, "greedy")
    (tmp_path / "list.txt").write_text(str(place.edges[0]))
    today = arcload.read_today(place, tmp_path / "list.txt")
    both = page.dump(DrivenPlan(result, today))
    assert both == page_text(result, today.plan, is_today=True)
    other = town(2).replace(name="other")
    with pytest.raises(arcload.CheckError, match="another network"):
        page.dump(DrivenPlan(arcload.solve(other, "greedy"), today))


def test_without_coordinates_there_is_no_page() -> None:
    with pytest.raises(arcload.InputError, match=r"four edges.* has no coordinates"):
        page.require(FOUR_EDGES)
