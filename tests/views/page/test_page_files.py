"""The modules and the look of pages: what other pages use too."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="the browser tests need playwright; install arcload[dev]")

from playwright.sync_api import Browser, Page, Route

from arcload.views.page.data import page_data
from arcload.views.page.page_files import page_files
from arcload.views.page.write import page_text
from arcload.views.vehicle_colours import DARK, LIGHT
from tests.fleet_plans import cut_tour, fleet_of
from tests.views.page.conftest import Open
from tests.views.page.towns import solved, town

MODULES = [name for name in page_files() if name.endswith(".js")]
IMPORT = re.compile(r"^import \{([^}]*)\} from \"\./([^\"]+)\";$", re.MULTILINE)
EXPORT = re.compile(r"^export (?:function|class|const) (\w+)", re.MULTILINE)
ASIDE = re.compile(r"/\*.*?\*/|//[^\n]*|\"[^\"\n]*\"|\.\.\.", re.DOTALL)  # no names are in these
ADDRESS = "http://page.test/"


def test_every_module_imports_all_that_it_uses_and_no_more() -> None:
    """A name that is missing would still be found on the page, where all are in one scope."""
    owner = {one: name for name in MODULES for one in EXPORT.findall(page_files()[name])}
    for name in MODULES:
        text = page_files()[name]
        imported = {one for names, _ in IMPORT.findall(text) for one in re.findall(r"\w+", names)}
        body = ASIDE.sub(" ", IMPORT.sub("", text))
        used = {
            one
            for one in owner
            if owner[one] != name and re.search(rf"(?<![.\w]){one}(?!\w|: )", body)
        }
        assert used == imported, name


def test_the_look_has_the_colours_of_vehicles() -> None:
    found = re.findall(r"--vehicle-colours: (.*);", page_files()["look.css"])
    assert [tuple(colours.split()) for colours in found] == [LIGHT, DARK]


@pytest.fixture
def served(browser: Browser) -> Iterator[Page]:
    """Return a page whose server has the page's files, each as a file of its own."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page, complaints = context.new_page(), list[str]()
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))

    def answer(route: Route) -> None:
        name = route.request.url.removeprefix(ADDRESS)
        kind = "text/css" if name.endswith(".css") else "text/javascript"
        route.fulfill(body=page_files()[name], content_type=kind)

    page.route(f"{ADDRESS}*", answer)
    yield page
    context.close()
    assert complaints == []


def opened_as_modules(page: Page, text: str) -> None:
    """Open a page on which a browser loads the modules itself."""
    page.clock.install(time=0)
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    script = '<script type="module" src="main.js"></script>'
    text = re.sub(r"<script>.*</script>", lambda _: script, text, flags=re.DOTALL)
    page.route(ADDRESS, lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto(ADDRESS)
    page.clock.pause_at(3600)


def test_the_modules_make_the_same_page_as_their_bundle(
    served: Page, opened: Open, tmp_path: Path
) -> None:
    plan, other = (cut_tour(fleet_of(town()), vehicles=count) for count in (2, 3))
    path = tmp_path / "route.html"
    path.write_text(page_text(plan, other), encoding="utf-8")
    opened_as_modules(served, path.read_text(encoding="utf-8"))
    alone = opened(path).page
    for page in (served, alone):
        page.mouse.move(500, 300)
        page.keyboard.press("ArrowRight")
        page.clock.run_for(100)
    for part in ("body", "#live"):
        assert served.locator(part).inner_text() == alone.locator(part).inner_text()
    for canvas in ("#map", "#curve"):
        drawn = [page.locator(canvas).evaluate("c => c.toDataURL()") for page in (served, alone)]
        assert drawn[0] == drawn[1]


def test_modules_show_plan_after_plan_of_a_network(served: Page) -> None:
    """None but the main one wants a page's data, and a plan may come at any time."""
    others = [name for name in MODULES if name != "main.js"]
    text = '<link rel="stylesheet" href="look.css"><canvas></canvas>'
    served.route(ADDRESS, lambda route: route.fulfill(body=text, content_type="text/html"))
    served.goto(ADDRESS)
    found = served.evaluate(_PLAN_AFTER_PLAN, [others, page_data(*solved(town()))])
    first, second, again = found["pictures"]
    assert first == again != second
    assert found["words"] == ["1.2 t", "1,200 m"]


_PLAN_AFTER_PLAN = """async ([names, data]) => {
  const all = Object.assign({}, ...(await Promise.all(names.map((name) => import(`./${name}`)))));
  const { Camera, PlanMap, Words, decode, decodeStreets, readTheme } = all;
  readTheme();
  const streets = decodeStreets(data.streets);
  const atlases = data.plans.map((plan) => decode({ ...data, plans: [plan] }, streets));
  const camera = new Camera(data.size);
  const canvas = document.querySelector("canvas");
  const map = new PlanMap(canvas, atlases[0].plans[0], camera, atlases[0], new Words(data));
  camera.measure(...map.measure(), [0, 0]);
  camera.fit();
  const pictures = [0, 1, 0].map((which) => {
    map.show(atlases[which].plans[0], atlases[which]);
    map.draw(0, true);
    return canvas.toDataURL();
  });
  const words = new Words({ lengthUnit: "m", loadUnit: "t" });
  return { pictures, words: [words.load(1.2), words.length(1200)] };
}"""
