"""The printed map as a file."""

import re
from pathlib import Path

import pytest

import arcload
from arcload import Plan
from arcload.model.notes import Note
from arcload.routes import pdf
from arcload.routes.driven_plan import DrivenPlan
from tests.examples import FOUR_EDGES
from tests.fleet_plans import cut_tour, fleet_of
from tests.routes.towns import town


def _pages(content: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", content))


def test_a_small_town_is_one_page_and_a_large_one_several() -> None:
    small, large = (
        pdf.dump(DrivenPlan(arcload.solve(town(edges=edges), "greedy", bound=False)))
        for edges in (30, 300)
    )
    assert small.startswith(b"%PDF")
    assert (_pages(small), _pages(large) > 2) == (1, True)


def test_the_same_tour_gives_the_same_bytes() -> None:
    tour = arcload.solve(town(), "greedy", bound=False)
    assert pdf.dump(DrivenPlan(tour)) == pdf.dump(DrivenPlan(tour))


@pytest.mark.parametrize(
    ("paper", "size"), [("a4", b"595.27"), ("a3", b"841.88"), ("letter", b"612")]
)
def test_the_paper_is_the_one_asked_for(paper: str, size: bytes) -> None:
    content = pdf.dump(DrivenPlan(arcload.solve(town(), "greedy", bound=False), paper=paper))
    (box,) = re.findall(rb"/MediaBox \[ ([^]]*) \]", content)
    assert size in box


def test_each_vehicle_has_a_map_of_its_own(tmp_path: Path) -> None:
    plan = cut_tour(fleet_of(town()))
    arcload.write_route(plan, tmp_path / "map.pdf")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["map-1.pdf", "map-2.pdf"]


def test_letters_that_no_font_has_are_noted() -> None:
    streets = town()
    odd = streets.replace(
        names=("\U0001f5fa\U00012345 Lane", *["Mill Lane"] * (len(streets.edges) - 1))
    )
    notes: list[Note] = []
    pdf.dump(DrivenPlan(arcload.solve(odd, "greedy", bound=False), notes=notes))
    assert [note for note in notes if "1 street name cannot be printed" in note.text]


def test_a_town_without_coordinates_is_refused() -> None:
    with pytest.raises(arcload.InputError, match="no coordinates"):
        pdf.require(FOUR_EDGES)


def test_a_plan_of_no_routes_is_a_map_of_the_streets() -> None:
    streets = fleet_of(town())
    nothing = streets.replace(demands=0 * streets.demands)
    assert _pages(pdf.dump(DrivenPlan(Plan(nothing, ())))) == 1
