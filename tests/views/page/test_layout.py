"""Where things stand on the page: on every screen and on paper nothing covers or leaves another."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from arcload import Edge, Instance
from arcload.model.gap_words import gap_words
from arcload.model.street_list import street_list
from arcload.views.page import write_page
from tests.views.page.conftest import DESK, PHONE, Open, Opened
from tests.views.page.test_browser import street
from tests.views.page.towns import page, solved, town

SMALL, LOW = (320, 568), (1366, 600)
ONE_STREET = Instance.from_edges(
    [Edge(1, 2, 100, 5, name="Only Street")],
    depot=1,
    coordinates={1: (0, 0), 2: (100, 0)},
    curb_weight=3,
    length_unit="m",
    load_unit="kg",
)
TWO_ENDS = town().replace(end=town().nodes[0])
TOWNS = {
    "usual": town(),
    "long names": town().replace(
        name="Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch " * 4,
        names=tuple(f"Street of the names that never end, number {edge}" for edge in range(60)),
    ),
    "great figures": town().replace(
        demands=1e9 * town().demands, lengths=1e6 * town().lengths, curb_weight=1e12
    ),
    "great figures without units": town().replace(
        demands=1e9 * town().demands, length_unit="", load_unit=""
    ),
    "one street": ONE_STREET,
    "no load": town().replace(demands=0 * town().demands),
}


@pytest.fixture(scope="module")
def route(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a page with a tour to compare."""
    return page(tmp_path_factory.mktemp("page"), town(), compared=True)


@pytest.mark.parametrize("size", [DESK, LOW, PHONE, (844, 390)])
def test_keys_and_about_stay_in_their_panel(
    opened: Open, route: Path, size: tuple[int, int]
) -> None:
    shown = opened(route, size)
    for which in (0, 1):
        shown.page.locator("summary").nth(which).click()
        more = shown.page.locator(".more").nth(which)
        more.scroll_into_view_if_needed()
        box, panel = more.bounding_box(), shown.page.locator("aside").bounding_box()
        assert box is not None
        assert panel is not None
        assert panel["x"] <= box["x"]
        assert box["x"] + box["width"] <= panel["x"] + panel["width"]
        assert panel["y"] <= box["y"]
        assert box["y"] + box["height"] <= panel["y"] + panel["height"]
        if size[0] > 820:
            assert box["y"] + box["height"] <= size[1]
            assert shown.page.evaluate("document.documentElement.scrollHeight") <= size[1]


@pytest.mark.parametrize("kind", TOWNS)
def test_nothing_is_wider_than_its_panel(opened: Open, tmp_path: Path, kind: str) -> None:
    shown = opened(page(tmp_path, TOWNS[kind], compared=True))
    for size in (DESK, PHONE, SMALL):
        shown.page.set_viewport_size({"width": size[0], "height": size[1]})
        for _ in ("alone", "compared"):
            shown.frames(2)
            assert shown.page.evaluate(_BEYOND) == []
            assert "NaN" not in shown.page.locator("body").inner_text()
            shown.page.click("#compare")


_BEYOND = """() => ["header", "aside", "#dock", "#legend"].flatMap((name) => {
  const panel = document.querySelector(name);
  const { left, right } = panel.getBoundingClientRect();
  return [...panel.querySelectorAll("*")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && (box.right > right + 1 || box.left < left - 1);
  }).map((one) => one.outerHTML.slice(0, 100));
})"""


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_note_on_the_dashes_lies_above_the_curve(
    opened: Open, route: Path, size: tuple[int, int]
) -> None:
    shown = opened(route, size)
    shown.page.click("#compare")
    drawn = shown.drawn("fillText", "lineTo")
    at = next(at for at, one in enumerate(drawn) if one["text"].startswith("dashed"))
    note, high = drawn[at], drawn[at]["height"]
    lines = [one["top"] for one in drawn if one["kind"] == "lineTo" and one["height"] == high]
    assert len(lines) > 100
    assert note["left"] >= 0
    assert 0 <= note["top"] < note["bottom"] <= min(lines[:-2])  # the last draws the mark
    assert note["right"] <= note["width"]


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("curb_weight", [0.0, 500.0])
def test_the_dot_of_the_curve_is_never_cut_off(
    opened: Open, tmp_path: Path, size: tuple[int, int], curb_weight: float
) -> None:
    shown = opened(page(tmp_path, town().replace(curb_weight=curb_weight), compared=True), size)
    rim = 0.9
    for compared, share in ((False, 0), (False, 1), (True, 0), (True, 0.3), (True, 1)):
        if compared and not share:
            shown.page.click("#compare")
        shown.seek(share * float(shown.page.locator("#seek").get_attribute("max") or 1))
        dots = [one for one in shown.drawn("arc") if one["canvas"] == "curve"]
        assert len(dots) >= 1 + compared
        for dot in dots:
            assert dot["top"] >= rim
            assert dot["left"] >= rim
            assert dot["bottom"] <= dot["height"] - rim
            assert dot["right"] <= dot["width"] - rim


def frames(shown: Opened, canvas: str) -> Iterator[tuple[list[dict[str, Any]], dict[str, Any]]]:
    """Yield what names places and where the vehicle is, at many moments of a tour."""
    end = float(shown.page.locator("#seek").get_attribute("max") or 1)
    for share in (0, 0.003, 0.006, 0.01, 0.02, 0.3, 0.6, 0.97, 0.99, 1):
        shown.seek(share * end)
        drawn = [one for one in shown.drawn("fillText", "arc") if one["canvas"] == canvas]
        names = {one["text"]: one for one in drawn if one["text"] in ("Start", "End", "Depot")}
        vehicle = [one for one in drawn if one["kind"] == "arc"][-1]
        yield list(names.values()), vehicle


@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("place", [town(), TWO_ENDS], ids=["depot", "two ends"])
def test_the_vehicle_covers_no_name_of_a_place(
    opened: Open, tmp_path: Path, size: tuple[int, int], place: Instance
) -> None:
    shown = opened(page(tmp_path, place, compared=True), size)
    alone = list(frames(shown, "map"))
    shown.page.click("#compare")
    for names, vehicle in [*alone, *frames(shown, "map")]:
        assert len(names) == (2 if place is TWO_ENDS else 1)
        for name in names:
            assert name["left"] >= 0
            assert name["top"] >= 0
            assert name["right"] <= name["width"]
            assert name["bottom"] <= name["height"]
        for one, other in pairwise([*names, vehicle, *names[:1]]):
            apart = (
                one["right"] <= other["left"]
                or other["right"] <= one["left"]
                or one["bottom"] <= other["top"]
                or other["bottom"] <= one["top"]
            )
            assert apart, (one, other)


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_the_tools_cover_no_street(opened: Open, route: Path, size: tuple[int, int]) -> None:
    shown = opened(route, size)
    for _ in ("alone", "compared"):
        tools, canvas = (shown.page.locator(name).bounding_box() for name in (".tools", "#map"))
        assert tools is not None
        assert canvas is not None
        lines = [one for one in shown.drawn("lineTo") if abs(one["width"] - canvas["width"]) < 1]
        beside = canvas["x"] + max(one["right"] for one in lines) <= tools["x"]
        below = canvas["y"] + min(one["top"] for one in lines) >= tools["y"] + tools["height"]
        assert beside or below
        shown.page.click("#compare")
        shown.frames(2)


def test_the_printed_page_lists_every_street_in_order(opened: Open, tmp_path: Path) -> None:
    place = town(300)
    result, _ = solved(place)
    shown = opened(page(tmp_path, place, compared=True), PHONE)
    screen = shown.page.locator("#list .street").all_text_contents()
    walked = [street(place, crossing.edge) for crossing in result.plan.walk if crossing.served]
    shown.page.emulate_media(media="print")
    shown.page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    entries = shown.page.locator("#list li").evaluate_all(
        "all => all.map((one) => { const box = one.getBoundingClientRect();"
        " return [box.width, box.height, box.bottom + scrollY, one.innerText]; })"
    )
    assert shown.page.locator("#list .street").all_inner_texts() == screen
    assert set(walked) <= set(screen)
    rows = street_list(result.plan.driven[0])  # numbered as on the driver's list and map
    assert screen == [row.street or f"street {row.edge}" for row in rows]
    assert len(entries) > 200
    paper = shown.page.evaluate("document.documentElement.scrollHeight")
    for wide, high, bottom, text in entries:
        assert min(wide, high) > 10
        assert bottom <= paper + 1
        assert text.strip()
    assert (
        shown.page.locator("#list").evaluate("list => list.scrollHeight - list.clientHeight") <= 1
    )
    pages = shown.page.pdf(format="A4").count(b"/Type /Page\n")
    assert len(entries) / 110 <= pages <= len(entries) / 40


def test_a_dark_page_is_printed_light_and_whole(opened: Open, route: Path) -> None:
    shown = opened(route, color_scheme="dark")
    shown.seek(1000)
    before = shown.picture("map")
    shown.page.emulate_media(media="print", color_scheme="dark")
    shown.page.evaluate(
        "window.drawn = []; window.kinds = ['arc']; window.dispatchEvent(new Event('beforeprint'))"
    )
    ink = shown.page.evaluate("getComputedStyle(document.documentElement).color")
    assert max(map(int, ink.removeprefix("rgb(").rstrip(")").split(","))) < 100
    assert shown.page.evaluate("window.drawn") == []  # neither vehicle nor dot
    assert not shown.page.locator("#now").is_visible()
    assert shown.page.locator("#map").evaluate("map => map.width / map.clientWidth") == 3
    shown.page.emulate_media(media="screen", color_scheme="dark")
    shown.page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    shown.frames(3)
    assert shown.picture("map") == before


@pytest.mark.parametrize(
    ("length_unit", "load_unit", "factor", "unit"),
    [
        ("m", "kg", 1e-6, "t km"),
        ("km", "kg", 1e-3, "t km"),
        ("", "", 1, ""),
        ("yd", "lb", 1, "lb yd"),
    ],
)
def test_costs_stand_in_a_unit_that_one_can_read(
    opened: Open, tmp_path: Path, length_unit: str, load_unit: str, factor: float, unit: str
) -> None:
    place = town().replace(length_unit=length_unit, load_unit=load_unit)
    shown = opened(page(tmp_path, place))
    name, figure = shown.page.locator("#totals tbody tr").first.locator("th, td").all_inner_texts()
    assert name == ("Cost, " + unit if unit else "Cost")
    stated = float(figure.replace(",", ""))
    assert stated == pytest.approx(solved(place)[0].cost * factor, rel=5e-3)
    assert ("a tonne" in (shown.page.locator("#units").text_content() or "")) == (unit == "t km")


def test_tours_that_cost_nothing_save_nothing(opened: Open, tmp_path: Path) -> None:
    shown = opened(page(tmp_path, TOWNS["no load"], compared=True))
    assert shown.text("saving") == "About as good as the shortest tour"


def test_one_street_is_not_streets(opened: Open, tmp_path: Path) -> None:
    assert opened(page(tmp_path, ONE_STREET)).text("subtitle") == "1 street, 5 kg to deliver"


def test_the_gap_is_told_in_the_words_of_the_terminal(opened: Open, tmp_path: Path) -> None:
    place = town()
    result, _ = solved(place)
    path = tmp_path / "route.html"
    for gap in (0.0268, 0.281):
        bound = result.cost / (1 + gap)
        stated = replace(
            result, method="auto", lower_bound=bound, certificate=None, bound_history=()
        )
        write_page(stated, path)
        assert opened(path).text("proof") == f"Gap {gap_words(stated.gap, 'tour')}."


def test_the_scale_is_true_at_every_zoom(opened: Open, route: Path) -> None:
    shown = opened(route)
    for _ in range(20):
        shown.page.keyboard.press("+")
    shown.frames(20)
    stated = shown.text("scale-length").split()
    assert 0 < float(stated[0]) < 1
    assert stated[1] == "m"
