"""The map of the studio, as one uses it."""

import pytest

from tests.studio.map.conftest import Show
from tests.studio.map.networks import ACROSS, COLUMNS, SIDE, middle, network

SERVED, IDLE, CHOSEN = "#4c6a8e", "#a3afbd", "#ffb45c"  # of map.css
FIRST, SECOND = "#0072b2", "#d55e00"  # vehicles
EARTH = {"west": 0.5, "north": 0.25, "step": 1e-7}
A_SPOT = (SIDE * 1.5, SIDE * 1.5)  # far from every street


def test_hovering_tells_the_street_under_the_mouse_and_when_it_is_left(shown: Show) -> None:
    found = shown()
    found.point(*middle(5))
    street, x, y = found.told("hover")[-1]
    assert street == 5
    assert [x, y] == pytest.approx(found.spot(*middle(5)), abs=1)
    found.point(*A_SPOT)
    assert found.told("hover")[-1][0] is None


def test_a_click_chooses_a_street_and_one_beside_all_streets_none(shown: Show) -> None:
    found = shown()
    found.click(*middle(5))
    assert found.told("select") == [[[5], {"added": False}]]
    found.settle()
    x, y = middle(5)
    near = 1.6 * found.run("map.view.wide(map.streets)") / 2 / found.run("map.camera.scale")
    assert found.colour(x, y) == SERVED
    assert found.colour(x + 20, y + near) == CHOSEN
    found.click(*A_SPOT)
    assert found.told("select") == [[[], {"added": False}]]
    found.settle()
    assert found.colour(x + 20, y + near) != CHOSEN


def test_shift_and_click_adds_a_street_and_takes_it_away_again(shown: Show) -> None:
    found = shown()
    found.click(*middle(5))
    found.click(*middle(6), "Shift")
    found.click(*middle(5), "Shift")
    indices = [indices for indices, _ in found.told("select")]
    assert indices == [[5], [5, 6], [6]]


@pytest.mark.parametrize("mode", ["look", "box"])
def test_a_box_takes_the_streets_whose_middle_lies_in_it(shown: Show, mode: str) -> None:
    found = shown()
    found.run("mode => { map.mode = mode; map.select([0]); }", mode)
    inside = (SIDE * 0.9, SIDE * 0.9), (SIDE * 2.1, SIDE * 2.1)
    found.drag(*inside, *(["Shift"] if mode == "look" else []))
    [[indices, about]] = found.told("select")
    square = {5, 9, ACROSS + COLUMNS + 1, ACROSS + COLUMNS + 2}
    assert set(indices) == square | ({0} if mode == "look" else set())
    assert about == {"added": mode == "look"}
    assert found.run("map.selected") == indices


def test_in_the_mode_box_a_click_adds_and_the_map_stays(shown: Show) -> None:
    found = shown()
    found.run("map.mode = 'box'")
    before = found.spot(0, 0)
    found.click(*middle(5))
    found.click(*middle(6))
    assert [indices for indices, _ in found.told("select")] == [[5], [5, 6]]
    assert found.spot(0, 0) == before


def test_a_click_in_the_mode_pick_names_the_nearest_node(shown: Show) -> None:
    found = shown()
    found.run("map.mode = 'pick'")
    found.click(SIDE * 2 + 12, SIDE + 9)
    assert found.run("told") == [["pick", COLUMNS + 2]]


def test_escape_leaves_a_mode_and_then_the_choice(shown: Show) -> None:
    found = shown()
    found.run("map.select([3]); map.mode = 'pick'")
    found.press("Escape")
    assert found.run("[map.mode, map.selected]") == ["look", [3]]
    assert found.told("mode") == [["look"]]
    found.press("Escape")
    assert found.told("select") == [[[], {"added": False}]]


def test_shift_and_arrows_walk_from_street_to_street_and_enter_chooses(shown: Show) -> None:
    found = shown()
    found.click(*middle(5))
    found.point(*A_SPOT)
    found.press("Shift+ArrowRight", "Enter")
    found.press("Shift+ArrowRight", "Shift+Enter")
    assert [indices for indices, _ in found.told("select")] == [[5], [6], [6, 7]]
    assert found.page.locator("[aria-live]").inner_text() == "Row 1"
    found.press("Shift+ArrowLeft")
    assert found.told("hover")[-1][0] == 6


def test_without_a_choice_the_walk_begins_in_the_middle_of_the_map(shown: Show) -> None:
    found = shown()
    found.press("Shift+ArrowUp")
    [[street, x, y]] = found.told("hover")
    assert street in range(ACROSS + COLUMNS, ACROSS + 2 * COLUMNS)
    assert [x, y] == pytest.approx([500, 350], abs=100)


def test_enter_goes_to_a_street_before_it_chooses_one(shown: Show) -> None:
    found = shown()
    found.run("map.select([5])")
    found.press("Enter")
    assert found.run("map.selected") == [5]
    assert [street for street, *_ in found.told("hover")] == [5]


def test_room_is_left_for_what_lies_over_the_map(shown: Show) -> None:
    found = shown()
    whole = found.spot(0, 0)
    found.do("map.options.room = () => [0, 120]; map.measure(); map.fit()")
    assert whole[1] < 119
    assert found.spot(0, 0)[1] == pytest.approx(120)


def test_nodes_are_picked_by_keys_too(shown: Show) -> None:
    found = shown()
    found.run("map.mode = 'pick'")
    found.press("Shift+ArrowRight")
    start = found.run("map.hand.node")
    found.press("Shift+ArrowRight", "Enter")
    assert found.told("pick") == [[start + 1]]
    assert found.page.locator("[aria-live]").inner_text() == f"n{start + 1}"


def test_arrows_plus_minus_and_zero_move_the_map(shown: Show) -> None:
    found = shown()
    whole = found.run("map.camera.scale")
    x, y = found.spot(*A_SPOT)
    found.press("ArrowRight", "ArrowDown")
    assert found.spot(*A_SPOT) == pytest.approx((x - 80, y - 80))
    found.press("+", "+")
    assert found.run("map.camera.scale") > 2 * whole
    found.press("-", "0")
    assert found.run("map.camera.scale") == whole
    assert found.spot(*A_SPOT) == pytest.approx((x, y))


def test_the_wheel_zooms_about_the_pointer(shown: Show) -> None:
    found = shown()
    before = found.spot(*middle(0))
    found.page.mouse.move(*before)
    found.page.mouse.wheel(0, -300)
    found.page.wait_for_timeout(50)
    found.settle()
    assert found.run("map.camera.scale") > 1.3 * found.run("map.camera.whole")
    assert found.spot(*middle(0)) == pytest.approx(before, abs=0.5)


def test_two_fingers_zoom_and_one_moves(shown: Show) -> None:
    found = shown(has_touch=True, viewport={"width": 390, "height": 700})
    session = found.page.context.new_cdp_session(found.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send(
            "Input.dispatchTouchEvent",
            {
                "type": kind,
                "touchPoints": [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)],
            },
        )

    whole = found.run("map.camera.scale")
    touch("touchStart", (150, 300), (250, 300))
    touch("touchMove", (100, 300), (300, 300))
    touch("touchEnd")
    assert found.run("map.camera.scale") == pytest.approx(2 * whole)
    x, y = found.spot(*A_SPOT)
    touch("touchStart", (150, 300))
    touch("touchMove", (170, 330))
    touch("touchEnd")
    assert found.spot(*A_SPOT) == pytest.approx((x + 20, y + 30))
    assert found.told("select") == []
    found.page.touchscreen.tap(*found.spot(*middle(9)))
    assert found.told("select") == [[[9], {"added": False}]]


def test_what_changes_is_painted(shown: Show) -> None:
    found = shown()
    x, y = middle(9)
    assert found.colour(x, y) == SERVED
    found.do("map.update([9], {demand: [1], oneWay: [0], flags: [2]})")
    assert found.colour(x, y) == IDLE
    found.do("map.update([9], {demand: [1], oneWay: [0], flags: [1]})")
    assert found.colour(x + 6 / found.run("map.camera.scale"), y) not in {SERVED, IDLE}
    assert found.colour(*middle(8)) == SERVED


def test_a_plan_is_drawn_by_vehicle_and_one_route_by_its_load(shown: Show) -> None:
    found = shown()
    routes = [{"edge": [row], "flags": [3], "load": [1, 0], "visits": []} for row in (5, 9)]
    plan = {"routes": routes, "unserved": [1]}
    spots = [(x + SIDE / 4, y) for x, y in (middle(5), middle(9))]
    found.do("plan => map.draw(plan)", plan)
    assert [found.colour(*spot) for spot in spots] == [FIRST, SECOND]
    found.do("plan => map.draw(plan, {vehicle: 1})", plan)
    assert found.colour(*spots[1]) not in {FIRST, SECOND, SERVED}
    found.do("map.draw(null)")
    assert [found.colour(*spot) for spot in spots] == [SERVED, SERVED]


def test_some_streets_are_fitted_into_the_map(shown: Show) -> None:
    found = shown()
    found.do("map.fit([0])")
    assert found.spot(*middle(0)) == pytest.approx((500, 350), abs=1)
    found.do("map.fit()")
    assert found.run("map.camera.scale") == found.run("map.camera.whole")


def test_while_the_map_moves_the_picture_is_moved_and_at_rest_it_is_painted(shown: Show) -> None:
    found = shown()
    painted = found.run("map.picture.version")
    found.run("map.camera.pan(30, 20); map.refresh()")
    moved = found.run(
        "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() =>"
        " done([map.picture.version, map.painted.getBoundingClientRect().left]))))"
    )
    assert moved == [painted, -250 + 30]
    found.settle()
    assert found.run("map.picture.version") > painted
    assert found.run("map.painted.getBoundingClientRect().left") == -250


def test_nothing_is_drawn_while_nothing_changes(shown: Show) -> None:
    found = shown()
    found.run("map.drawFrame = () => told.push(['frame']); 0")
    found.run("new Promise(done => setTimeout(done, 100))")
    assert found.run("[told, map.frame]") == [[], 0]


def test_no_tile_is_asked_for_unless_a_server_is_named(shown: Show) -> None:
    found = shown(network(mercator=EARTH))
    assert not [url for url in found.requests if "/tile/" in url]
    assert found.page.locator(".attribution").is_hidden()


def test_tiles_below_the_streets_are_those_of_their_place_on_earth(
    shown: Show, address: str
) -> None:
    tiles = {"url": f"{address}/tile/{{z}}/{{x}}/{{y}}", "attribution": "Maps by <b>us</b>"}
    found = shown(network(mercator=EARTH), tiles)
    found.page.wait_for_load_state("networkidle")
    asked = {url for url in found.requests if "/tile/" in url}
    scale = found.run("map.camera.scale")
    for url in asked:
        zoom, x, y = map(int, url.split("/tile/")[1].split("/"))
        west, north = (x / 2**zoom - EARTH["west"], y / 2**zoom - EARTH["north"])
        left, top = found.spot(west / EARTH["step"], north / EARTH["step"])
        side = scale / EARTH["step"] / 2**zoom
        assert 128 < side < 512
        assert left + side > 0
        assert left < 1000
        assert top + side > 0
        assert top < 700
    assert asked
    assert found.page.locator(".attribution").inner_text() == "Maps by <b>us</b>"


def test_a_network_on_a_plane_asks_for_no_tiles(shown: Show, address: str) -> None:
    tiles = {"url": f"{address}/tile/{{z}}/{{x}}/{{y}}", "attribution": ""}
    found = shown(network(lengthOfStep=None), tiles)
    assert not [url for url in found.requests if "/tile/" in url]
    assert found.page.locator(".scale").is_hidden()


def test_the_scale_bar_is_as_long_as_it_says(shown: Show) -> None:
    found = shown(network(lengthOfStep=2.5))
    metres = int(found.page.locator(".scale > div").first.inner_text().removesuffix(" m"))
    wide = found.run("map.scaleBar.bar.getBoundingClientRect().width")
    assert wide == pytest.approx(metres / 2.5 * found.run("map.camera.scale"), rel=1e-3)
    assert wide <= 110


def test_the_map_has_a_role_a_label_and_a_visible_focus(shown: Show) -> None:
    found = shown()
    canvas = found.page.get_by_role("application", name="Map of Squares")
    assert canvas.get_attribute("tabindex") == "0"
    described = canvas.get_attribute("aria-describedby")
    assert found.page.locator(f"#{described}").text_content() == "Arrows move the map."
    outline = "one => getComputedStyle(one).outlineStyle"
    found.page.keyboard.press("Tab")
    assert canvas.evaluate(outline) == "solid"
    found.click(*middle(5), "Shift")
    assert canvas.evaluate(outline) == "none"
    found.press("ArrowLeft")
    assert canvas.evaluate(outline) == "solid"


def test_dark_screens_get_other_colours_at_once(shown: Show) -> None:
    found = shown()
    assert found.colour(*middle(9)) == SERVED
    found.page.emulate_media(color_scheme="dark")
    found.settle()
    assert found.colour(*middle(9)) == "#7f9fc4"
    found.page.emulate_media(color_scheme="light")


def test_another_network_takes_the_place_of_the_first(shown: Show) -> None:
    found = shown()
    found.do("map.select([0]); map.zoom(3)")
    found.do("network => map.show(network)", network())
    assert found.run("map.camera.scale") > 2 * found.run("map.camera.whole")  # the same one stays
    assert found.run("map.selected") == []
    found.do("network => map.show(network)", network(name="Other"))
    assert found.run("map.camera.scale") == found.run("map.camera.whole")
    found.do("map.show(null)")
    assert found.page.locator(".live").is_hidden()


def test_a_picture_of_the_network_before_is_not_shown(shown: Show) -> None:
    found = shown()
    arrived = """network => new Promise((done) => {
      map.select([1]);
      requestAnimationFrame(() => {
        const { picture, picture: { busy, worker, worker: { onmessage } } } = map;
        map.show(network);
        worker.onmessage = (event) => {
          worker.onmessage = onmessage;
          onmessage(event);
          done([busy, picture.view]);
        };
      });
    })"""
    assert found.run(arrived, network(name="Other")) == [True, None]
    found.settle()
    assert found.colour(*middle(9)) == SERVED


@pytest.mark.parametrize(
    "courses", [[], [[0, 0, 100, 0]], [[0, 0, 50, 0], [50, 0, 50, 0]], [[0, 0, 9, 9, -9, -9]]]
)
def test_the_smallest_networks_are_shown(shown: Show, courses: list[list[int]]) -> None:
    count = len(courses)
    zeros = {name: [0] * count for name in ("name", "demand", "oneWay", "flags")}
    streets = {**zeros, "course": courses, "names": ["A"]}
    nodes = {"id": [1, 2], "at": [[0, 0], [100, 0]]}
    found = shown(network(streets=streets, nodes=nodes, size=[100 if count else 0, 0]))
    found.press("Shift+ArrowRight", "Enter", "+", "0")
    assert found.run("map.selected.length") == min(count, 1)


def test_a_map_without_room_is_drawn_when_it_gets_some(shown: Show) -> None:
    found = shown()
    found.run("document.getElementById('place').hidden = true")
    found.run("network => map.show(network)", network(name="Hidden"))
    found.do("document.getElementById('place').hidden = false")
    assert found.spot(SIDE * 2, SIDE * 1.5) == pytest.approx((500, 350), abs=1)


def test_a_map_that_is_taken_away_leaves_nothing(shown: Show) -> None:
    found = shown()
    found.run("map.destroy()")
    assert found.run("document.getElementById('place').childElementCount") == 0


def test_the_index_finds_what_a_look_at_all_streets_finds(shown: Show) -> None:
    found = shown()
    enough, differing = found.run(
        """network => {
          let seed = 1;
          const chance = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
          const one = () => Math.round(1000 * chance());
          network.size = [1000, 1000];
          const step = () => Math.round(one() / 4 - 125);
          network.streets.course = network.streets.course.map(() =>
            [one(), one(), step(), step(), step(), step()]);
          const streets = streetsOf(network);
          const finder = new Finder(streets, network.nodes.at, network.size);
          let hits = 0;
          const wrong = [];
          for (let trial = 0; trial < 500; trial += 1) {
            const [x, y, reach] = [one(), one(), 100 * chance()];
            let [best, nearest] = [null, reach];
            for (let street = 0; street < streets.count; street += 1) {
              for (let at = streets.first[street] + 1; at < streets.first[street + 1]; at += 1) {
                const [ax, ay, bx, by] = streets.points.slice(2 * at - 2, 2 * at + 2);
                const away = distanceTo(x, y, [ax, ay], [bx, by]);
                if (away < nearest) [best, nearest] = [street, away];
              }
            }
            if (best !== null) hits += 1;
            if (finder.streetAt(x, y, reach) !== best) wrong.push([x, y, reach, best]);
          }
          return [hits > 50, wrong];
        }""",
        network(),
    )
    assert enough
    assert differing == []


def test_names_go_on_along_streets_that_follow_one_another(shown: Show) -> None:
    found = shown()
    chains = found.run(
        "network => chainsOf(streetsOf(network), network.nodes.at.length)"
        ".map(({name, line, length}) => [name, [...line], length])",
        network(),
    )
    assert len(chains) == len(network()["streets"]["names"])
    lines = {name: line for name, line, _ in chains}
    corners = [corner for x in range(COLUMNS) for corner in (SIDE * x, SIDE)]
    assert lines["Row 1"] == corners
