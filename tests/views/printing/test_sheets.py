"""The pages of a printed map: complete, and nothing lies on anything else."""

import re
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload import Edge, Instance, Plan, Tour
from arcload.model.street_list import street_list
from arcload.views.printing.fonts import Fonts
from arcload.views.printing.printed_route import PrintedRoute
from arcload.views.printing.sheet import Sheet
from arcload.views.printing.sheets import sheets
from tests.fleet_plans import cut_tour, fleet_of
from tests.routes.towns import town
from tests.views.printing.overlaps import overlap

FONTS = Fonts()


def _printed(plan: Plan, number: int = 1) -> PrintedRoute:
    route = plan.driven[number - 1]
    return PrintedRoute(route, street_list(route), FONTS)


def _maps(pages: list[Sheet]) -> list[Sheet]:
    return [page for page in pages if page.title != "overview"]


def _numbers(page: Sheet) -> set[int]:
    labels = [label.text for label in page.labels if label.kind == "number"]
    return {
        int(number) for text in (*labels, *page.unplaced) for number in re.findall(r"\d+", text)
    }


@st.composite
def _routes(draw: st.DrawFn) -> PrintedRoute:
    edges, seed = draw(st.integers(30, 140)), draw(st.integers(1, 200))
    streets = town(seed=seed, edges=edges)
    if draw(st.booleans()):
        return _printed(cut_tour(fleet_of(streets)), draw(st.sampled_from([1, 2])))
    return _printed(arcload.solve(streets, "greedy", bound=False).plan)


@settings(max_examples=8, deadline=None)
@given(_routes(), st.sampled_from(["a4", "letter"]))
def test_every_number_and_name_is_on_the_map_and_no_label_on_another(
    printed: PrintedRoute, paper: str
) -> None:
    pages = sheets(printed, paper)
    maps = _maps(pages)
    rows = {number for number, row in enumerate(printed.rows, start=1) if row.crossings}
    assert set.union(*map(_numbers, maps)) == rows
    names = {stretch.text for stretch in printed.names}
    driven = {name for name in names if _is_driven(printed, name)}
    assert driven <= {label.text for page in maps for label in page.labels} | {
        text for page in maps for text in page.unplaced
    }
    for page in pages:
        frame = page.frame
        for label in page.labels:
            assert label.points >= 6
            assert (label.slot.corners >= (frame.left, frame.low)).all()
            assert (label.slot.corners <= (frame.right, frame.high)).all()
        assert not any(overlap(one.slot, other.slot) for one, other in combinations(page.labels, 2))


def _is_driven(printed: PrintedRoute, name: str) -> bool:
    driven = set(printed.driven)
    return any(
        stretch.text == name and driven.issuperset(stretch.edges) for stretch in printed.names
    )


def test_every_served_street_has_its_number_once_on_each_page_that_has_it() -> None:
    printed = _printed(arcload.solve(town(edges=400), "greedy", bound=False).plan)
    pages = sheets(printed, "a4")
    maps = _maps(pages)
    assert len(maps) > 1
    texts = [stretch.text for stretch in printed.numbers]
    for page in maps:
        labels = [label.text for label in page.labels if label.kind == "number"]
        assert len(labels) + len(page.unplaced) <= len(texts)
        for text in set(labels):
            assert labels.count(text) <= texts.count(text)
    together = [label.text for page in maps for label in page.labels]
    assert set(texts) <= {*together, *(text for page in maps for text in page.unplaced)}


def test_a_large_town_has_an_overview_that_names_every_sheet() -> None:
    printed = _printed(arcload.solve(town(edges=400), "greedy", bound=False).plan)
    overview, *maps = sheets(printed, "a4")
    assert overview.title == "overview"
    cells = [label.text for label in overview.labels if label.kind == "cell"]
    assert cells == [
        f"{page.title.removeprefix('sheet ')}, page {number}"
        for number, page in enumerate(maps, start=2)
    ]
    pages = {page.title.removeprefix("sheet "): page for page in maps}
    opposite = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}
    for name, page in pages.items():
        for side, words in page.beside.items():
            beside = pages[words.split(",")[0]]
            assert beside.beside[opposite[side]].startswith(f"{name}, page ")


def test_a_small_town_is_one_page_with_depot_arrows_and_scale() -> None:
    tour = arcload.solve(town(), "greedy", bound=False).plan
    (page,) = sheets(_printed(tour), "a4")
    assert [label.text for label in page.labels if label.kind == "place"] == ["Depot"]
    assert [mark.is_depot for mark in page.marks] == [True]
    assert sum(arrow.served for arrow in page.arrows) > 0
    assert page.bar is not None
    assert page.bar.scale.startswith("1:")


@pytest.mark.parametrize("direction", [1, 2])
def test_arrows_point_in_the_direction_driven(direction: int) -> None:
    instance = Instance.from_edges(
        [Edge("a", "b", 100, 1, name="Long Lane")],
        start="a" if direction == 1 else "b",
        end=arcload.FREE,
        coordinates={"a": (0, 0), "b": (100, 0)},
    )
    (page,) = sheets(_printed(Tour(instance, (1,), (direction,))), "a4")
    assert {round(arrow.heading[0]) for arrow in page.arrows} == {1 if direction == 1 else -1}


def test_trips_are_told_apart_and_facilities_marked() -> None:
    plan = cut_tour(fleet_of(town(edges=40)))
    printed = _printed(plan)
    maps = _maps(sheets(printed, "a4"))
    trips = {label.trip for page in maps for label in page.labels if label.kind == "number"}
    assert trips == set(range(1, len(plan.driven[0].trips) + 1))
    assert {mark.is_depot for page in maps for mark in page.marks} == {True, False}


def test_a_route_of_nothing_shows_the_streets() -> None:
    instance = Instance.from_edges(
        [Edge("a", "b", 5, 0, name="Quiet Lane")],
        depot="a",
        coordinates={"a": (0, 0), "b": (9, 9)},
    )
    (page,) = sheets(_printed(Tour(instance, (), ())), "a4")
    assert [label.text for label in page.labels if label.kind == "side name"] == ["Quiet Lane"]
    assert len(page.streets) == 1
