"""The description of the API, as OpenAPI 3.0."""

from collections.abc import Iterator
from typing import Any

from starlette.testclient import TestClient

NEWER = {"const", "prefixItems", "examples", "$defs"}


def schemas(node: Any) -> Iterator[dict[str, Any]]:
    """Give every part that says how a value is, those inside others too."""
    if isinstance(node, list):
        for part in node:
            yield from schemas(part)
    elif isinstance(node, dict):
        yield node
        for word, value in node.items():
            yield from schemas(list(value.values()) if word == "properties" else value)


def test_nothing_in_it_is_newer_than_it_says(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    assert document["openapi"] == "3.0.3"
    found = list(schemas(document))
    assert len(found) > 100
    for schema in found:
        assert not NEWER & set(schema), schema
        assert schema.get("type") != "null"
        assert isinstance(schema.get("exclusiveMinimum", True), bool)


def test_it_says_the_same_in_the_older_way(client: TestClient) -> None:
    parts = client.get("/openapi.json").json()["components"]["schemas"]
    solve = parts["Solve"]["properties"]
    assert solve["time"] == {
        **{"type": "number", "minimum": 0.0, "exclusiveMinimum": True, "nullable": True},
        **{"title": "Time", "description": "Seconds.", "example": 30},
    }
    assert [one.get("enum") for one in solve["from"]["anyOf"]] == [None, ["best"]]
    assert solve["from"]["nullable"]
    points = parts["VersionDetail"]["properties"]["history"]["items"]
    assert (points["items"], points["maxItems"]) == ({"type": "number"}, 2)
    assert parts["About"]["properties"]["examples"]["type"] == "array"
