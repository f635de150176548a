"""The page in a browser: nothing from the network, no complaint, and what it shows is true."""

import math
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import FREE, Edge, Instance, Result
from arcload.views.page.write import page_text
from tests.views.page.conftest import PHONE, Open, Opened
from tests.views.page.towns import NASTY, page, solved, town


@pytest.fixture(scope="module")
def route(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a page with a tour to compare."""
    return page(tmp_path_factory.mktemp("page"), town(), compared=True)


@pytest.fixture(scope="module")
def result() -> Result:
    """Return the tour on that page."""
    return solved(town())[0]


def middles(result: Result) -> list[float]:
    """Return the distance driven at the middle of each crossing."""
    reached = list(accumulate((crossing.length for crossing in result.plan.walk), initial=0.0))
    return [(here + there) / 2 for here, there in pairwise(reached)]


def street(town: Instance, edge: Any) -> str:
    """Return the name that the page gives an edge."""
    return town.edge(edge).name or f"street {edge}"


def test_it_opens_with_name_totals_and_a_map(opened: Open, route: Path, result: Result) -> None:
    shown = opened(route)
    assert shown.page.title() == "Mill Town – arcload"
    assert shown.text("name") == "Mill Town"
    assert f"{result.cost / 1e6:.3g}" in shown.text("totals")
    assert f"{len(result.plan.order)}" in shown.text("totals")
    colours = shown.page.locator("#map").evaluate(
        """canvas => {
          const dots = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
          const found = new Set();
          for (let at = 0; at < dots.length; at += 4) {
            if (dots[at + 3]) found.add(`${dots[at]},${dots[at + 1]},${dots[at + 2]}`);
          }
          return found.size;
        }"""
    )
    assert colours > 50


def test_playing_drives_until_paused(opened: Open, route: Path) -> None:
    shown = opened(route)
    button = shown.page.locator("#play")
    button.click()
    shown.frames(2)
    assert button.get_attribute("aria-label") == "Pause"
    places = []
    for _ in range(3):
        shown.frames(30)
        places.append(float(shown.page.locator("#seek").input_value()))
    assert 0 < places[0] < places[1] < places[2]
    button.click()
    shown.frames(30)
    paused = shown.page.locator("#seek").input_value()
    shown.frames(60)
    assert shown.page.locator("#seek").input_value() == paused
    assert button.get_attribute("aria-label") == "Play"


def test_speed_is_a_factor(opened: Open, route: Path) -> None:
    shown = opened(route)
    driven = []
    for speed in ("1", "4"):
        shown.seek(0)
        shown.page.select_option("#speed", speed)
        shown.page.click("#play")
        shown.frames(2)
        before = float(shown.page.locator("#seek").input_value())
        shown.frames(120)
        driven.append(float(shown.page.locator("#seek").input_value()) - before)
        shown.page.click("#play")
    assert driven[1] / driven[0] == pytest.approx(4, rel=0.1)


def test_it_stops_at_the_end_and_starts_again(opened: Open, route: Path, result: Result) -> None:
    shown = opened(route)
    shown.page.select_option("#speed", "10")
    shown.page.click("#play")
    shown.page.clock.run_for(60_000)
    assert float(shown.page.locator("#seek").input_value()) == pytest.approx(result.plan.length)
    assert shown.page.locator("#play").get_attribute("aria-label") == "Play"
    shown.page.click("#play")
    shown.frames(5)
    assert float(shown.page.locator("#seek").input_value()) < result.plan.length / 4


def test_wherever_one_seeks_street_and_load_are_those_of_the_walk(
    opened: Open, route: Path, result: Result
) -> None:
    shown, place = opened(route), town()
    for crossing, distance in list(zip(result.plan.walk, middles(result), strict=True))[::7]:
        shown.seek(distance)
        load = (crossing.load_before + crossing.load_after) / 2
        assert shown.text("now-street") == street(place, crossing.edge)
        assert shown.text("now-kind") == ("Serving" if crossing.served else "Deadhead")
        stated = float(shown.text("now-load").split()[0].replace(",", ""))
        assert stated == pytest.approx(load, rel=5e-3, abs=0.5)


def test_seeking_moves_vehicle_and_mark(opened: Open, route: Path, result: Result) -> None:
    shown = opened(route)
    pictures = set()
    for share in (0.2, 0.5, 0.8, 0.2):
        shown.seek(share * result.plan.length)
        pictures.add((shown.picture("map"), shown.picture("curve")))
    assert len(pictures) == 3  # and back at a fifth it looks as before


def test_the_curve_can_be_dragged(opened: Open, route: Path, result: Result) -> None:
    shown = opened(route)
    box = shown.page.locator("#curve").bounding_box()
    assert box is not None
    shown.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + 20)
    shown.frames(2)
    place = float(shown.page.locator("#seek").input_value())
    assert place == pytest.approx(result.plan.length / 2, rel=0.01)


def test_keys_drive_and_zoom(opened: Open, route: Path, result: Result) -> None:
    shown = opened(route)
    keyboard = shown.page.keyboard
    keyboard.press("ArrowRight")
    shown.frames(2)
    assert float(shown.page.locator("#seek").input_value()) == pytest.approx(
        result.plan.walk[0].length
    )
    keyboard.press("ArrowLeft")
    keyboard.press("End")
    shown.frames(2)
    assert float(shown.page.locator("#seek").input_value()) == pytest.approx(result.plan.length)
    keyboard.press("Home")
    keyboard.press("Space")
    shown.frames(2)
    assert shown.page.locator("#play").get_attribute("aria-label") == "Pause"
    keyboard.press("Space")
    before = shown.picture("map")
    keyboard.press("+")
    shown.frames(2)
    assert shown.picture("map") != before


def test_map_keys_wheel_drag_and_pinch_move_the_map_and_fit_brings_it_back(
    opened: Open, route: Path
) -> None:
    shown = opened(route, has_touch=True)
    whole = shown.picture("map")
    box = shown.page.locator("#map").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drag() -> None:
        shown.page.mouse.move(x, y)
        shown.page.mouse.down()
        shown.page.mouse.move(x + 60, y + 30)
        shown.page.mouse.up()

    def wheel() -> None:
        shown.page.mouse.move(x + 50, y)
        shown.page.mouse.wheel(0, -300)

    def arrow() -> None:
        shown.page.focus("#map")
        shown.page.keyboard.press("ArrowUp")

    for act in (drag, wheel, arrow, lambda: pinch(shown, x, y)):
        act()
        shown.frames(3)
        assert shown.picture("map") != whole
        shown.page.mouse.move(2, 2)
        shown.page.keyboard.press("0")
        shown.frames(3)
        assert shown.picture("map") == whole


def pinch(shown: Opened, x: float, y: float) -> None:
    """Spread two fingers."""
    screen = shown.page.context.new_cdp_session(shown.page)
    for kind, spread in (("touchStart", 30), ("touchMove", 60), ("touchMove", 90), ("touchEnd", 0)):
        points = [{"x": x - spread, "y": y, "id": 1}, {"x": x + spread, "y": y, "id": 2}]
        screen.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [] if kind == "touchEnd" else points},
        )


def test_a_click_on_a_street_goes_there(opened: Open, route: Path) -> None:
    shown = opened(route)
    box = shown.page.locator("#map").bounding_box()
    assert box is not None
    for step in range(12):  # somewhere along this line lies a street
        x = box["x"] + box["width"] * (0.3 + 0.03 * step)
        shown.page.mouse.move(x, box["y"] + box["height"] * 0.45)
        if shown.page.locator("#hint").is_visible() and "kg" in shown.text("hint"):
            break
    name = shown.page.locator("#hint strong").inner_text()
    shown.page.mouse.click(x, box["y"] + box["height"] * 0.45)
    shown.frames(2)
    assert shown.text("now-street") == name
    assert shown.text("now-kind") == "Serving"


def test_the_list_leads_to_each_street(opened: Open, route: Path, result: Result) -> None:
    shown = opened(route)
    entries = shown.page.locator("#list button")
    count = entries.count()
    assert len(result.plan.order) / 3 < count <= len(result.plan.walk)
    entries.nth(count // 2).click()
    shown.frames(2)
    assert entries.nth(count // 2).get_attribute("aria-current") == "step"
    name = entries.nth(count // 2).locator(".street").inner_text()
    assert shown.text("now-street") == name


def test_the_other_tour_stands_beside_it_on_request(opened: Open, route: Path) -> None:
    shown = opened(route)
    result, other = solved(town())
    assert not shown.page.locator("#other").is_visible()
    saving = 1 - result.cost / other.cost
    assert shown.text("saving") == f"{saving:.1%} cheaper than the shortest tour"
    shown.page.click("#compare")
    shown.seek(max(result.plan.length, other.length) / 2)
    maps = [shown.page.locator(name).bounding_box() for name in ("#map", "#other-map")]
    assert maps[0] is not None
    assert maps[1] is not None
    assert maps[0]["x"] + maps[0]["width"] <= maps[1]["x"]
    assert maps[0]["width"] == pytest.approx(maps[1]["width"], abs=2)
    assert shown.text("other-caption").startswith("The shortest tour:")
    assert shown.picture("map") != shown.picture("other-map")
    shown.page.click("#compare")
    assert not shown.page.locator("#other").is_visible()


def test_resized_to_a_phone_all_is_at_hand(opened: Open, route: Path) -> None:
    """Map and player on the first screen, nothing wider than it, no target too small."""
    shown = opened(route)
    shown.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    shown.frames(4)
    wide, view = shown.page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert wide <= view == PHONE[0]
    for name in ("map", "play", "seek", "curve", "speed"):
        box = shown.page.locator(f"#{name}").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE[0]
        assert box["y"] + box["height"] <= PHONE[1], name
    for button in shown.page.locator("button:visible, select:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40, button
    map_ = shown.page.locator("#map").bounding_box()
    assert map_ is not None
    assert map_["height"] > PHONE[1] / 3
    assert shown.page.locator("#map").evaluate("canvas => canvas.width") == round(map_["width"])
    shown.page.click("#compare")
    shown.frames(3)
    boxes = [shown.page.locator(name).bounding_box() for name in ("#map", "#other-map")]
    assert boxes[0] is not None
    assert boxes[1] is not None
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]


@pytest.mark.parametrize("size", [(320, 568), (568, 320), (820, 1180), (2560, 1300)])
def test_no_screen_is_too_narrow_or_too_low(
    opened: Open, route: Path, size: tuple[int, int]
) -> None:
    shown = opened(route, size)
    assert shown.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    box = shown.page.locator("#map").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) > 100
    table = shown.page.locator("#totals").evaluate(
        "t => [t.scrollWidth, t.parentElement.clientWidth]"
    )
    assert table[0] <= table[1]


def test_everything_that_can_be_used_has_a_name(opened: Open, route: Path) -> None:
    shown = opened(route)
    for one in shown.page.locator("button, input, select, [role=img]").all():
        label = one.get_attribute("aria-label") or (one.text_content() or "").strip()
        labelled = one.evaluate("one => one.labels ? one.labels.length : 0")
        assert label or labelled


def test_a_screen_reader_hears_the_street(opened: Open, route: Path, result: Result) -> None:
    shown = opened(route)
    shown.page.keyboard.press("ArrowRight")
    shown.frames(2)
    name = street(town(), result.plan.walk[1].edge)
    assert shown.page.locator("#live").text_content().startswith(f"{name}, ")  # type: ignore[union-attr]
    assert "on board" in (shown.page.locator("#seek").get_attribute("aria-valuetext") or "")


def test_with_reduced_motion_the_vehicle_goes_from_street_to_street(
    opened: Open, route: Path, result: Result
) -> None:
    shown = opened(route, reduced_motion="reduce")
    shown.page.click("#play")
    reached = [*accumulate((crossing.length for crossing in result.plan.walk), initial=0.0)]
    for _ in range(5):
        shown.frames(20)
        driven = float(shown.text("driven").removesuffix(" m").replace(",", ""))
        assert min(abs(driven - distance) for distance in reached) <= 0.5


def test_a_dark_page_has_light_ink(opened: Open, route: Path) -> None:
    shown = opened(route, color_scheme="dark")
    ink = shown.page.evaluate("getComputedStyle(document.documentElement).color")
    red = int(ink.removeprefix("rgb(").split(",")[0])
    assert red > 200


def test_texts_stay_texts(opened: Open, tmp_path: Path) -> None:
    """Names that are scripts, markup or separators are shown as they are."""
    place = town()
    names = tuple(NASTY[edge % len(NASTY)] for edge in range(len(place.edges)))
    named = place.replace(names=names, name=NASTY[0], length_unit=NASTY[1], load_unit=NASTY[0])
    shown = opened(page(tmp_path, named, compared=True))
    assert shown.page.evaluate("window.hacked") is None
    assert shown.page.locator("#name").text_content() == NASTY[0]
    streets = shown.page.locator("#list .street").all_text_contents()
    assert set(streets) == {names[edge] for edge in place.served} | set(streets)
    assert set(streets) <= set(NASTY)
    assert NASTY[6] in streets
    shown.page.click("#compare")
    for step in range(20):
        shown.seek(step * float(shown.page.locator("#seek").get_attribute("max") or 1) / 20)
    assert shown.page.evaluate("window.hacked") is None
    assert shown.page.locator("script").count() == 2
    assert shown.page.locator("img").count() == 0


def degrees() -> Instance:
    """Return a block of streets on both sides of the 180th meridian."""
    return Instance.from_edges(
        [
            Edge(1, 2, 210.0, 5, name="Date Line"),
            Edge(
                2, 3, 220.0, 1, shape=((-179.999, -17.0), (-179.9985, -17.001), (-179.999, -17.002))
            ),
            Edge(3, 1, 300.0, 2, length_back=math.inf),
        ],
        depot=1,
        coordinates={1: (179.999, -17.0), 2: (-179.999, -17.0), 3: (-179.999, -17.002)},
        geographic=True,
        length_unit="m",
        load_unit="kg",
        curb_weight=10,
        name="Taveuni",
    )


ODD = {
    "collecting": town().replace(mode="collect"),
    "free ends": town().replace(start=FREE, end=FREE),
    "two ends": town().replace(end=town().nodes[0]),
    "degrees": degrees(),
    "no units": town().replace(length_unit="", load_unit="", curb_weight=0.0),
    "loops and twins": Instance.from_edges(
        [(1, 2, 1, 1), (2, 1, 1, 1), (1, 2, 1, 0), (1, 1, 1, 1)],
        depot=1,
        coordinates={1: (0, 0), 2: (4, 0)},
    ),
    "one point": Instance.from_edges([(1, 2, 0, 1)], depot=1, coordinates={1: (3, 3), 2: (3, 3)}),
    "nothing to do": Instance.from_edges([], depot=1, coordinates={1: (0, 0)}),
    "no load": Instance.from_edges([(1, 2, 1, 0)], depot=1, coordinates={1: (0, 0), 2: (1, 1)}),
}


@pytest.mark.parametrize("kind", ODD)
def test_every_kind_of_tour_is_driven(opened: Open, tmp_path: Path, kind: str) -> None:
    shown = opened(page(tmp_path, ODD[kind], compared=True))
    shown.page.click("#play")
    shown.frames(20)
    shown.page.click("#compare")
    for share in (0.3, 0.7, 1.0):
        shown.seek(share * float(shown.page.locator("#seek").get_attribute("max") or 1))
    assert "NaN" not in shown.page.locator("body").inner_text()
    assert "undefined" not in shown.page.locator("body").inner_text()


def test_three_thousand_crossings_take_few_lines_a_frame(opened: Open, tmp_path: Path) -> None:
    """What was driven stays drawn, so that a frame does not draw it again."""
    place = town(2500)
    result = arcload.solve(place, "greedy")
    assert len(result.plan.walk) > 2900
    path = page(tmp_path, place, compared=True)
    assert path.stat().st_size < 600_000
    shown = opened(path)
    assert shown.page.evaluate("window.lines") > 2900  # the whole tour, once
    shown.seek(result.plan.length / 2)
    shown.page.click("#play")
    shown.frames(2)
    shown.page.evaluate("window.lines = 0")
    shown.frames(60)
    assert shown.page.evaluate("window.lines") < 60 * 40


def test_a_large_map_is_moved_as_it_is_and_drawn_anew_when_it_rests(
    opened: Open, tmp_path: Path
) -> None:
    shown = opened(page(tmp_path, town(1000), compared=False))
    whole = shown.picture("map")
    shown.page.evaluate("window.lines = 0")
    for key in ("+", "-"):
        shown.page.keyboard.press(key)
        shown.frames(2)
        assert shown.page.evaluate("window.lines") < 100
    shown.page.focus("#map")
    shown.page.keyboard.press("ArrowLeft")
    shown.frames(2)
    assert shown.picture("map") != whole
    assert shown.page.evaluate("window.lines") < 100
    shown.frames(15)
    assert shown.page.evaluate("window.lines") > 1000
    shown.page.keyboard.press("ArrowRight")
    shown.frames(15)
    assert shown.picture("map") == whole


def test_todays_route_is_named_and_what_it_leaves_out_is_told(
    opened: Open, tmp_path: Path, result: Result
) -> None:
    place = result.plan.instance
    (tmp_path / "list.txt").write_text("\n".join(map(str, result.plan.order[:-2])))
    today = arcload.read_today(place, tmp_path / "list.txt")
    arcload.write_route(result, tmp_path / "both.html", baseline=today)
    shown = opened(tmp_path / "both.html")
    left_out = len(today.unserved)
    assert left_out > 0
    assert f"Today's route leaves out {left_out} street" in shown.text("saving")
    assert "Today" in shown.text("totals")
    shown.page.locator("#compare").click()
    shown.frames(2)
    assert shown.text("other-caption").startswith("Today's route")


def test_another_version_is_called_by_its_name(
    opened: Open, tmp_path: Path, result: Result
) -> None:
    place = result.plan.instance
    first, *others = result.plan.order
    fewer = place.replace(demand={first: 0.0})
    other = arcload.best_directions(fewer, others)
    text = page_text(result, other, other="version 2", network=place)
    (tmp_path / "both.html").write_text(text)
    shown = opened(tmp_path / "both.html")
    assert "version 2" in shown.text("saving")
    assert "Version 2 is for other streets, loads or vehicles." in shown.text("reason")
    assert "Version 2" in shown.text("totals")
    shown.page.locator("#compare").click()
    shown.frames(2)
    assert shown.text("other-caption").startswith("Version 2")
