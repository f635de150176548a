"""The documentation of the API."""

import re

from starlette.testclient import TestClient


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
