"""One server for all tests of the page, and browsers that note what the page does."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.request import Request, urlopen

import pytest

pytest.importorskip("playwright", reason="the browser tests need playwright; install arcload[dev]")
pytest.importorskip("uvicorn", reason="the studio needs arcload[studio]")

from playwright.sync_api import Browser, Page, expect

DESK, PHONE = (1280, 800), (390, 844)
_PATIENCE = 120_000  # milliseconds: a search may have to compile its kernels first

expect.set_options(timeout=_PATIENCE)


@dataclass
class Opened:
    """The studio in a browser, and what it did.

    Parameters
    ----------
    page
        The page.
    requests
        What it asked for.
    complaints
        What it logged or failed with.
    """

    page: Page
    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)

    def forgive(self, part: str) -> None:
        """Expect that the browser has noted a request that failed, and only that."""
        assert self.complaints
        assert all(part in complaint for complaint in self.complaints)
        self.complaints.clear()

    def go(self, step: str) -> None:
        """Go to a step of the plan."""
        self.page.locator(f"nav a[data-step={step}]").click()
        self.page.locator(f".plan[data-step={step}]").wait_for()

    def make_example(self, title: str) -> None:
        """Make a plan of an example, and wait for its streets."""
        self.page.locator(".example", has_text=title).first.click()
        self.await_streets()

    def await_streets(self) -> None:
        """Wait until the streets are on the map."""
        self.page.locator(".map-stage .tools").wait_for()

    def choose_street(self, name: str) -> None:
        """Choose a street by its name."""
        self.page.get_by_label("Find a street").fill(name)
        self.page.get_by_role("option", name=name).first.click()
        self.page.locator(".chosen").wait_for()

    def solve(self, seconds: float) -> None:
        """Begin a search of so many seconds."""
        self.go("solve")
        if not self.page.get_by_label("Seconds to search").is_visible():
            self.page.get_by_text("Other time or start").click()
        self.page.get_by_label("Seconds to search").fill(f"{seconds:g}")
        self.page.get_by_label("Seconds to search").press("Enter")
        self.page.get_by_role("button", name=re.compile("^Solve")).click()


Open = Callable[..., Opened]


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the studio as users do, and return its address."""
    data = tmp_path_factory.mktemp("studio") / "plans.sqlite"
    command = [sys.executable, "-m", "arcload", "serve", "--port", "0", "--data", str(data)]
    pipe, both = subprocess.PIPE, subprocess.STDOUT
    with subprocess.Popen(command, stdout=pipe, stderr=both, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        address = re.search(r"http://\S+/", line)
        assert address, line + server.stdout.read()
        yield address[0]
        server.terminate()
        said, _ = server.communicate(timeout=60)
    assert said == ""


@pytest.fixture(scope="session")
def village(studio: str) -> str:
    """Return the address of a plan that tests look at and do not change."""
    asked = Request(f"{studio}api/plans?example=village", method="POST")
    with urlopen(asked) as answer:
        return f"#/plan/{json.load(answer)['id']}/map"


@pytest.fixture
def opened(browser: Browser, studio: str) -> Iterator[Open]:
    """Return a function that opens the studio, which may ask nothing elsewhere nor complain."""
    everything: list[Opened] = []

    def open_studio(size: tuple[int, int] = DESK, at: str = "", **options: Any) -> Opened:
        width, height = size
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        context.set_default_timeout(_PATIENCE)
        found = Opened(context.new_page())
        found.page.on("request", lambda request: found.requests.append(request.url))
        found.page.on("console", lambda message: found.complaints.append(message.text))
        found.page.on("pageerror", lambda error: found.complaints.append(str(error)))
        found.page.goto(f"{studio}{at}")
        everything.append(found)
        return found

    yield open_studio
    for found in everything:
        found.page.context.close()
        assert found.complaints == []
        own = (studio, "data:", "blob:")
        assert [url for url in found.requests if not url.startswith(own)] == []
