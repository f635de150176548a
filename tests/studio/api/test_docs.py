"""The documentation of the API."""

import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn
from starlette.testclient import TestClient

from tests.studio.in_process import app_in_process

pytest.importorskip("playwright", reason="the browser tests need playwright; install arcload[dev]")

from playwright.sync_api import Browser


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Serve the studio from a thread; return its address."""
    config = uvicorn.Config(app_in_process(tmp_path), port=0, log_level="critical", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


def test_the_documentation_needs_nothing_from_elsewhere(client: TestClient) -> None:
    page = client.get("/docs")
    assert "script-src 'self';" in page.headers["content-security-policy"]
    named = re.findall(r'(?:src|href)="([^"]+)"', page.text)
    assert len(named) == 4
    for name in named:
        assert name == "data:," or client.get(name).status_code == 200
    assert '"/openapi.json"' in client.get("/docs/start.js").text


def test_every_route_of_the_api_is_documented(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    routes = {
        (method.upper(), path)
        for path, item in document["paths"].items()
        for method in item
        if path.startswith("/api")
    }
    assert ("POST", "/api/plans") in routes
    assert ("GET", "/api/plans/{plan}/route.{format}") in routes
    assert ("GET", "/api/plans/{plan}/events") in routes
    for path, item in document["paths"].items():
        for operation in item.values():
            assert "4XX" in operation["responses"], path
            assert "422" not in operation["responses"], path


def test_the_documentation_is_shown_without_a_complaint(browser: Browser, address: str) -> None:
    page = browser.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{address}/docs")
    page.get_by_text("Queue a solve of the plan as it is now").click()
    page.get_by_role("button", name="Try it out").wait_for()
    page.close()
    assert complaints == []
    assert all(url.startswith((address, "data:")) for url in asked)
