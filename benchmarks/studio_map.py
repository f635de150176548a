"""How smoothly the studio's map of a large city is moved.

    .venv/bin/python benchmarks/studio_map.py

A town of 300 streets and a city of 20,000 are shown, dragged and zoomed in a headless Chromium,
which draws without a graphics card, first the streets and then a plan over them. All figures come
from the browser's own trace: the time from the address to the first picture, the times between
two frames while the map moves, and what each thread worked (processor time, so that a busy machine
changes little).
"""

import json
import shutil
import statistics
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from itertools import pairwise
from typing import Any

from playwright.sync_api import Page, sync_playwright

import arcload
from arcload.model.instance import Instance
from arcload.studio.edits.edits import Edits
from arcload.studio.edits.network_data import network_data
from arcload.studio.edits.plan_drawing import plan_drawing
from arcload.views.page.page_files import page_files

SIZES = (300, 20_000)
MOVES = 120
CATEGORIES = ("toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline.frame")
MARKS = "blink.user_timing"
PAGE_THREAD, PAINTER = "CrRendererMain", "DedicatedWorker thread"
PAGE = """<!doctype html><meta charset="utf-8"><title>city</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/assets/page/look.css">
<link rel="stylesheet" href="/assets/map/map.css">
<style>#place { position: absolute; inset: 0; }</style>
<div id="place"></div>
<script type="module">
import { NetworkMap } from "/assets/map/network_map.js";
const get = async (name) => (await fetch(name)).json();
window.map = new NetworkMap(document.getElementById("place"));
window.ready = (async () => {
  map.show(await get("/network"));
  await map.settled();
  performance.mark("map is seen");
})();
Element.prototype.setPointerCapture = () => {}; // these pointers are made by the page
const canvas = document.querySelector(".live");
/** Do something in each of so many frames, between two marks of the trace. */
window.moving = (count, act) => new Promise((done) => {
  performance.mark("begin");
  let at = 0;
  const step = () => {
    if (at === count) {
      performance.mark("end");
      done();
      return;
    }
    act(at);
    at += 1;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
});
const mouse = { pointerId: 7, pointerType: "mouse" };
window.pointer = (kind, clientX, clientY) =>
  canvas.dispatchEvent(new PointerEvent(kind, { ...mouse, clientX, clientY }));
window.wheel = (deltaY) =>
  canvas.dispatchEvent(new WheelEvent("wheel", { deltaY, clientX: 500, clientY: 400 }));
window.drawPlan = async () => {
  map.draw(await get("/plan"));
  await map.settled();
};
</script>
"""


def main() -> None:
    print("| | frames | ms between frames: median | 95 % | longest |", end=" ")
    print("page's thread, ms per frame | painting, ms each |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    print("\n".join([measured(streets) for streets in SIZES]))


def measured(streets: int) -> str:
    """Print the rows of a city; return a sentence on its first picture."""
    city = arcload.generate("city", edges=streets, demand="clustered", served=0.9, seed=5)
    plan = arcload.solve(city, "greedy").plan
    with served(city, plan) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        events = traced(page, lambda: (page.goto(address), page.evaluate("ready")))
        for what in ("streets", "streets and plan"):
            for name, act in {"dragging": drag, "zooming": zoom}.items():
                cells = row(traced(page, lambda act=act: act(page)))
                print(f"| {streets:,}: {name}, {what} | {cells} |")
            page.evaluate("drawPlan()")
        browser.close()
    on_page, painting = (sum(work(events, kind)) for kind in (PAGE_THREAD, PAINTER))
    return (
        f"{streets:,} streets: seen {first_picture(events):.0f} ms after the address; "
        f"the page's thread worked {on_page:.0f} ms, the painter {painting:.0f} ms"
    )


@contextmanager
def served(city: Instance, plan: arcload.Plan) -> Iterator[str]:
    """Serve the page, its modules and the data; return the address."""
    texts = {
        "/": PAGE,
        "/network": json.dumps(network_data(city, Edits())),
        "/plan": json.dumps(plan_drawing(plan, city)),
        **{f"/assets/page/{name}": text for name, text in page_files().items()},
    }
    for file in (files("arcload.studio") / "assets" / "map").iterdir():
        texts[f"/assets/map/{file.name}"] = file.read_text(encoding="utf-8")
    kinds = {"js": "text/javascript", "css": "text/css", "/": "text/html"}

    class Server(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = texts[self.path].encode()
            self.send_response(200)
            kind = kinds.get(self.path.rpartition(".")[2], "application/json")
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *given: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


def traced(page: Page, act: Any) -> list[dict[str, Any]]:
    """Do something; return the events of the browser's trace of it."""
    browser = page.context.browser
    assert browser is not None
    browser.start_tracing(page=page, categories=[*CATEGORIES, MARKS])
    act()
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    return events


def drag(page: Page) -> None:
    """Drag the map about, farther than what is painted around it."""
    page.evaluate("map.zoom(4)")
    page.evaluate("map.settled()")
    page.evaluate("pointer('pointerdown', 100, 450)")
    path = "at < count / 2 ? 100 + 20 * at : 100 + 20 * (count - at)"
    move = f"at => pointer('pointermove', {path}, 450 + at)"
    page.evaluate(f"count => moving(count, {move})", MOVES)
    page.evaluate("pointer('pointerup', 100, 450)")
    rest(page)


def zoom(page: Page) -> None:
    """Zoom in and out again about a point."""
    page.evaluate("count => moving(count, at => wheel(at < count / 2 ? -40 : 40))", MOVES)
    rest(page)


def rest(page: Page) -> None:
    """Show the whole city again."""
    page.evaluate("map.settled()")
    page.evaluate("map.fit()")
    page.evaluate("map.settled()")


def first_picture(events: list[dict[str, Any]]) -> float:
    """Return the milliseconds from the address to the first picture of the map."""
    start = max(event["ts"] for event in events if event["name"] == "navigationStart")
    [seen] = [event["ts"] for event in events if event["name"] == "map is seen"]
    return float(seen - start) / 1000


def row(events: list[dict[str, Any]]) -> str:
    """Return the figures of a movement as cells of a table."""
    begin, end = (
        next(event["ts"] for event in events if event["name"] == mark) for mark in ("begin", "end")
    )
    within = [event for event in events if begin <= event.get("ts", 0) <= end]
    shown = sorted(event["ts"] for event in within if event["name"] == "DrawFrame")
    between = [(after - before) / 1000 for before, after in pairwise(shown)]
    named = [event for event in events if event["name"] == "thread_name"]
    painting = [spent for spent in work(within + named, PAINTER) if spent > 1]
    share = sum(work(within + named, PAGE_THREAD)) / len(shown)
    ordered = sorted(between)
    cells = [
        str(len(shown)),
        f"{statistics.median(between):.0f}",
        f"{ordered[int(0.95 * len(ordered))]:.0f}",
        f"{ordered[-1]:.0f}",
        f"{share:.1f}",
        f"{statistics.median(painting):.0f}" if painting else "",
    ]
    return " | ".join(cells)


def work(events: list[dict[str, Any]], kind: str) -> list[float]:
    """Return the milliseconds of processor time of each task of a thread."""
    threads = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == kind
    }
    return [
        event.get("tdur", 0) / 1000
        for event in events
        if event["name"] == "ThreadControllerImpl::RunTask"
        and (event["pid"], event["tid"]) in threads
    ]


if __name__ == "__main__":
    main()
