"""A page with nothing but a map, served from the loopback address."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from io import BytesIO
from typing import Any

import pytest

pytest.importorskip("playwright", reason="the browser tests need playwright; install arcload[dev]")

from playwright.sync_api import Browser, Page

from tests.studio.map.networks import network

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'"
)
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A map</title>
<link rel="icon" href="/test.png">
<link rel="stylesheet" href="/assets/page/look.css">
<link rel="stylesheet" href="/assets/map/map.css">
<link rel="stylesheet" href="/test.css">
<script type="module" src="/test.js"></script>
</head>
<body><div id="place"></div></body>
</html>
"""
_STYLE = "#place { position: absolute; inset: 0; }"
_SCRIPT = """
import { NetworkMap } from "/assets/map/network_map.js";
import { distanceTo } from "/assets/page/lines.js";
import { Finder } from "/assets/map/finder.js";
import { chainsOf } from "/assets/map/chains.js";
import { streetsOf } from "/assets/map/streets.js";

Object.assign(window, { Finder, chainsOf, distanceTo, streetsOf, told: [] });
const tell = (kind) => (...given) => told.push([kind, ...given]);
window.make = async (network, tiles) => {
  if (window.map) map.destroy();
  document.getElementById("place").hidden = false;
  told.length = 0;
  window.map = new NetworkMap(document.getElementById("place"), {
    words: { label: (name) => `Map of ${name}`, keys: "Arrows move the map." },
    onHover: tell("hover"),
    onSelect: tell("select"),
    onPick: tell("pick"),
    onMode: tell("mode"),
    tiles,
  });
  map.show(network);
  await map.settled();
};
"""
_ONE_DOT = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c63f8ffff"
    "ff7f0009fb03fd05434bca0000000049454e44ae426082"
)


class _Server(BaseHTTPRequestHandler):
    """The modules of the map and of the page, as the studio serves them."""

    def do_GET(self) -> None:
        """Answer with a file, under the studio's policy."""
        path = self.path.partition("?")[0]
        kind, body = self._found(path)
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Security-Policy", _POLICY)
        self.end_headers()
        self.wfile.write(body)

    def _found(self, path: str) -> tuple[str, bytes]:
        own = {"/": ("text/html", _PAGE), "/test.css": ("text/css", _STYLE)}
        own["/test.js"] = ("text/javascript", _SCRIPT)
        if path in own:
            return own[path][0], own[path][1].encode()
        if path.startswith("/tile/") or path == "/test.png":
            return "image/png", _ONE_DOT
        kind = "text/css" if path.endswith(".css") else "text/javascript"
        name = path.rpartition("/")[2]
        if path.startswith("/assets/page/"):
            return kind, (files("arcload.views.page") / "assets" / name).read_bytes()
        if path.startswith("/assets/map/"):
            return kind, (files("arcload.studio") / "assets" / "map" / name).read_bytes()
        return "text/plain", b""

    def log_message(self, *given: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Serve the page; return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Server)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()
    thread.join()


@dataclass
class Shown:
    """A map in the browser, and what it told and asked for.

    Parameters
    ----------
    page
        The page that holds it.
    requests
        What it asked for.
    complaints
        What it logged or failed with.
    """

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def run(self, script: str, given: Any = None) -> Any:
        """Run a script on the page; return its value."""
        return self.page.evaluate(script, given)

    def do(self, script: str, given: Any = None) -> None:
        """Run a script, and wait until the map has painted what that changed."""
        self.run(script, given)
        self.settle()

    def settle(self) -> None:
        """Wait until all that is seen is painted."""
        self.run("map.settled()")

    def told(self, kind: str) -> list[list[Any]]:
        """Return what the map told of a kind since the last call of this."""
        found: list[list[Any]] = self.run(
            "kind => told.splice(0).filter(([one]) => one === kind).map((one) => one.slice(1))",
            kind,
        )
        return found

    def spot(self, x: float, y: float) -> tuple[float, float]:
        """Return where a point of the grid is on the screen."""
        found = self.run("([x, y]) => map.view.toScreen(x, y)", [x, y])
        return found[0], found[1]

    def point(self, x: float, y: float) -> None:
        """Move the mouse to a point of the grid."""
        self.page.mouse.move(*self.spot(x, y))

    def click(self, x: float, y: float, *keys: str) -> None:
        """Click on a point of the grid, while keys are held."""
        for key in keys:
            self.page.keyboard.down(key)
        self.page.mouse.click(*self.spot(x, y))
        for key in keys:
            self.page.keyboard.up(key)

    def drag(self, start: tuple[float, float], end: tuple[float, float], *keys: str) -> None:
        """Drag from one point of the grid to another, while keys are held."""
        spots = [self.spot(*start), self.spot(*end)]
        for key in keys:
            self.page.keyboard.down(key)
        self.page.mouse.move(*spots[0])
        self.page.mouse.down()
        self.page.mouse.move(*spots[1], steps=4)
        self.page.mouse.up()
        for key in keys:
            self.page.keyboard.up(key)

    def press(self, *keys: str) -> None:
        """Press keys while the map has the focus."""
        self.page.locator(".live").focus()
        for key in keys:
            self.page.keyboard.press(key)

    def colour(self, x: float, y: float) -> str:
        """Return the colour that is seen at a point of the grid, such as ``#4c6a8e``."""
        from PIL import Image

        left, top = self.spot(x, y)
        self.page.mouse.move(1, 1)
        self.settle()
        picture = self.page.screenshot(
            clip={"x": int(left), "y": int(top), "width": 1, "height": 1}
        )
        return "#" + Image.open(BytesIO(picture)).convert("RGB").tobytes().hex()


Show = Callable[..., Shown]


@pytest.fixture(scope="session")
def desk(browser: Browser, address: str) -> Iterator[Shown]:
    """Open the page on a desk's screen, which most tests share."""
    found = _opened(browser, address, viewport={"width": 1000, "height": 700})
    yield found
    found.page.context.close()


@pytest.fixture
def shown(browser: Browser, address: str, desk: Shown) -> Iterator[Show]:
    """Return a function that shows a network; none may ask for more than it needs, or complain."""
    everything: list[Shown] = []

    def show(drawn: Any = None, tiles: Any = None, **options: Any) -> Shown:
        found = _opened(browser, address, **options) if options else desk
        everything.append(found)
        found.requests.clear()
        found.page.mouse.move(1, 1)
        found.run("([network, tiles]) => make(network, tiles)", [drawn or network(), tiles])
        return found

    yield show
    for found in everything:
        if found is not desk:
            found.page.context.close()
        assert found.complaints == []
        assert all(url.startswith(address) for url in found.requests)


def _opened(browser: Browser, address: str, **options: Any) -> Shown:
    found = Shown(browser.new_context(**options).new_page())
    found.page.on("request", lambda request: found.requests.append(request.url))
    found.page.on("console", lambda message: found.complaints.append(message.text))
    found.page.on("pageerror", lambda error: found.complaints.append(str(error)))
    found.page.goto(address)
    return found
