"""How large a page is, and how much work a frame of it is.

    .venv/bin/python benchmarks/page.py

A town with more than 3,000 crossings is played, panned and zoomed in a headless Chromium, which
draws without a graphics card. A large map that is moved is drawn anew when it rests, so that is
measured apart. Stated is the time of our script a frame, apart from the browser's own work.
"""

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import CDPSession, sync_playwright

import arcload
from arcload.views.page import write_page

STREETS = 2500
FRAMES = """count => new Promise(done => {
  const step = () => (count-- > 0 ? (ACT, requestAnimationFrame(step)) : done());
  requestAnimationFrame(step);
})"""
ACTS = {
    "playing": "0",
    "panning": "document.getElementById('map').dispatchEvent("
    "new KeyboardEvent('keydown', {key: count % 2 ? 'ArrowLeft' : 'ArrowRight'}))",
    "zooming": "document.getElementById(count % 2 ? 'zoom-in' : 'zoom-out').click()",
    "drawing anew": "document.getElementById('fit').click()",
}


def script_seconds(session: CDPSession) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "ScriptDuration"))


def measure(path: Path) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        page.goto(path.as_uri())
        page.click("#play")
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")
        for name, act in ACTS.items():
            count = 120 if name == "playing" else 30
            before = script_seconds(session)
            page.evaluate(FRAMES.replace("ACT", act), count)
            print(f"{name:12} {1000 * (script_seconds(session) - before) / count:6.1f} ms a frame")
        browser.close()


def main() -> None:
    town = arcload.generate("city", edges=STREETS, demand="clustered", served=0.9, seed=5)
    result = arcload.solve(town, "greedy")
    other = arcload.best_directions(town, result.plan.order[::-1])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "route.html"
        write_page(result, path)
        print(f"{len(result.plan.walk):,} crossings: {path.stat().st_size:,} bytes")
        write_page(result, path, other)
        both = f"{len(result.plan.walk):,} and {len(other.walk):,}"
        print(f"{both} crossings to compare: {path.stat().st_size:,} bytes")
        measure(path)


if __name__ == "__main__":
    main()
