"""The page in a notebook and in the browser."""

import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest

import arcload
from arcload.views.notebook.show_page import page_frame
from tests.examples import FOUR_EDGES
from tests.routes.towns import town
from tests.views.notebook.shells import notebook

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def _result() -> arcload.Result:
    return arcload.solve(town(), "greedy")


def test_a_notebook_has_the_page_in_a_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    display = notebook(monkeypatch)
    _result().show(height=500)
    (shown,) = display.shown
    frame = shown["text/html"]
    assert 'sandbox="allow-scripts' in frame
    assert "allow-same-origin" not in frame
    assert "height:500px" in frame


def test_elsewhere_it_opens_in_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def open_page(address: str) -> bool:
        opened.append(address)
        return True

    monkeypatch.setattr(webbrowser, "open", open_page)
    result = _result()
    result.show(baseline=result.plan)
    page = Path(url2pathname(urlparse(opened[0]).path))
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    page.unlink()


def test_without_a_browser_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    with pytest.raises(arcload.InputError, match="write_route"):
        _result().show()


def test_what_cannot_be_shown_is_refused() -> None:
    with pytest.raises(arcload.InputError, match="height is 10"):
        _result().show(height=10)
    with pytest.raises(arcload.InputError, match="no coordinates"):
        arcload.solve(FOUR_EDGES).show()


def test_the_page_is_drawn_in_a_frame_that_has_no_room_at_first(browser: "Browser") -> None:
    from arcload.views.page.write import page_text

    frame = page_frame(page_text(_result()), 500)
    page = browser.new_page(viewport={"width": 900, "height": 700})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_content(f'<div id="tab" style="display:none">{frame}</div>')
    page.wait_for_timeout(50)
    page.evaluate("document.getElementById('tab').style.display = 'block'")
    inner = page.frames[-1]
    inner.wait_for_function(
        "() => { const c = document.querySelector('canvas'); const i = c.getContext('2d')"
        ".getImageData(0, 0, c.width, c.height).data; return c.width > 50 && i.some((v) => v); }"
    )
    assert "NaN" not in inner.locator("body").inner_text()
    assert errors == []
    page.close()
