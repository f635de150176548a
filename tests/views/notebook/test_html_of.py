"""What a notebook shows of instances, plans and results."""

import base64
import re

import pytest

import arcload
from arcload.views.notebook import html_of
from arcload.views.notebook.html_of import panel, picture_of, plan_facts
from tests.examples import FOUR_EDGES
from tests.fleet_plans import cut_tour, fleet_of
from tests.routes.towns import town


def test_the_facts_are_those_of_the_plan() -> None:
    plan = cut_tour(fleet_of(town(), allow_unserved=True), unserved=1)
    facts = dict(plan_facts(plan))
    assert facts["fleet"] == f"{len(plan.driven)} vehicles, {plan.trips} trips"
    assert facts["left out"] == "1 street"
    assert facts["streets served"] == str(len(plan.order))
    assert facts["time on the road"].endswith(" h")


def test_a_picture_is_an_image_that_runs_nothing() -> None:
    image = picture_of(town())
    data = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', image)
    assert data is not None
    assert base64.b64decode(data[1]).startswith(b"<svg ")


def test_there_is_no_picture_without_a_map_or_of_a_whole_country(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert picture_of(FOUR_EDGES) == ""
    monkeypatch.setattr(html_of, "MOST", 10)
    assert picture_of(town()) == ""


def test_what_is_not_ascii_stays_and_half_a_character_becomes_a_question_mark() -> None:
    shown = panel("Zürich \ud800", [("a & b", "<1>")], below="1 < 2")
    assert "Zürich ?" in shown
    assert "a &amp; b" in shown
    assert "&lt;1&gt;" in shown
    assert "1 &lt; 2" in shown


def test_an_instance_says_what_is_needed() -> None:
    shown = html_of.html_of(arcload.Instance.from_edges([(1, 2, 3, 4)], depot=1, capacity=9))
    assert "1, 1 to be served" in shown
    assert "capacity" in shown
