"""One browser for all tests: Playwright runs but once in a process."""

import os
import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_MISSING = "no Chromium is found; 'make browser' installs it, or name one in ARCLOAD_CHROMIUM"
_NEEDED = "the browser tests need playwright; install arcload[dev]"


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Start a browser without a window; skip where there is none."""
    pytest.importorskip("playwright", reason=_NEEDED)
    from playwright.sync_api import Error, sync_playwright

    chosen = os.environ.get("ARCLOAD_CHROMIUM")
    found = chosen or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        pytest.skip(_MISSING)
    with sync_playwright() as playwright:
        try:
            started = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        except Error as error:
            pytest.skip(f"{found} does not start ({str(error).splitlines()[0]})")
        yield started
        started.close()
