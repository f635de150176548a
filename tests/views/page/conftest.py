"""A browser that notes what a page asks for and complains about."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="the browser tests need playwright; install arcload[dev]")

from playwright.sync_api import Browser, Page

DESK, PHONE = (1280, 800), (390, 844)


@dataclass
class Opened:
    """A page in the browser, and what it did.

    Parameters
    ----------
    page
        The page.
    requests
        What it asked for, itself first.
    complaints
        What it logged or failed with.
    """

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def seek(self, distance: float) -> None:
        """Move the slider, as a user does, and draw."""
        self.page.locator("#seek").evaluate(
            "(seek, to) => { seek.value = to; seek.dispatchEvent(new Event('input')); }", distance
        )
        self.frames(2)

    def frames(self, count: int) -> None:
        """Let so many frames of a sixtieth of a second pass."""
        self.page.clock.run_for(count * 1000 // 60 + 1)

    def text(self, name: str) -> str:
        """Return the text of an element."""
        return self.page.locator(f"#{name}").inner_text()

    def drawn(self, *kinds: str) -> list[dict[str, Any]]:
        """Let a frame be drawn anew; return its texts, circles or lines with their boxes."""
        self.page.evaluate(
            "kinds => { window.drawn = []; window.kinds = kinds;"
            " window.dispatchEvent(new Event('afterprint')); }",
            kinds,
        )
        found: list[dict[str, Any]] = self.page.evaluate("window.drawn")
        self.page.evaluate("window.kinds = []")
        return found

    def picture(self, name: str) -> str:
        """Return what is drawn on a canvas."""
        found: str = self.page.locator(f"#{name}").evaluate("canvas => canvas.toDataURL()")
        return found


Open = Callable[..., Opened]


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Return a function that opens a page; none may ask for more than itself, or complain."""
    everything: list[Opened] = []

    def open_page(path: Path, size: tuple[int, int] = DESK, **options: Any) -> Opened:
        width, height = size
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.add_init_script(_COUNT_LINES)
        context.add_init_script(_NOTE_TEXTS_AND_CIRCLES)
        found = Opened(context.new_page())
        found.page.on("request", lambda request: found.requests.append(request.url))
        found.page.on("console", lambda message: found.complaints.append(message.text))
        found.page.on("pageerror", lambda error: found.complaints.append(str(error)))
        found.page.on("dialog", lambda dialog: found.complaints.append(dialog.message))
        found.page.clock.install(time=0)
        found.page.goto(path.as_uri())
        found.page.clock.pause_at(3600)  # from here on only frames() lets time pass
        found.frames(2)
        everything.append(found)
        return found

    yield open_page
    for found in everything:
        address = found.page.url
        found.page.context.close()
        assert found.complaints == []
        assert found.requests == [address]


_COUNT_LINES = """
window.lines = 0;
const moveTo = CanvasRenderingContext2D.prototype.moveTo;
CanvasRenderingContext2D.prototype.moveTo = function (x, y) {
  window.lines += 1;
  return moveTo.call(this, x, y);
};
"""

_NOTE_TEXTS_AND_CIRCLES = """
for (const kind of ["fillText", "arc", "lineTo"]) {
  const draw = CanvasRenderingContext2D.prototype[kind];
  CanvasRenderingContext2D.prototype[kind] = function (...given) {
    if (window.kinds && window.kinds.includes(kind)) {
      const { a, e, f } = this.getTransform();
      const ratio = devicePixelRatio;
      const text = kind === "fillText" ? given[0] : "";
      const [x, y, reach] = kind === "fillText" ? given.slice(1) : given;
      const wide = text ? this.measureText(text) : null;
      const box = text
        ? [x - wide.actualBoundingBoxLeft, y - wide.actualBoundingBoxAscent,
           x + wide.actualBoundingBoxRight, y + wide.actualBoundingBoxDescent]
        : [x - (reach || 0), y - (reach || 0), x + (reach || 0), y + (reach || 0)];
      const onScreen = (value, side) => (a * value + (side % 2 ? f : e)) / ratio;
      const [left, top, right, bottom] = box.map(onScreen);
      const [width, height] = [this.canvas.width / ratio, this.canvas.height / ratio];
      const canvas = this.canvas.id || "layer";
      window.drawn.push({ kind, text, canvas, left, top, right, bottom, width, height });
    }
    return draw.apply(this, given);
  };
}
"""
