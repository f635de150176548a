"""Values of requests that are handed on to other processes."""

import json

import pytest
from starlette.testclient import TestClient

from arcload.model.errors import InputError
from arcload.studio.shallow import require_shallow


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def test_only_what_is_nested_too_deeply_is_refused() -> None:
    require_shallow({"a": [{"b": [1, [2]]}], "c": None}, "options")
    require_shallow(json.loads(nested(20)), "options")
    for value in (json.loads(nested(21)), {"a": json.loads(nested(900))}):
        with pytest.raises(InputError, match="options are nested"):
            require_shallow(value, "options")


def test_requests_are_not_nested(client: TestClient, four: str) -> None:
    body = f'{{"changes": [{{"depot": {nested(900)}}}]}}'
    headers = {"content-type": "application/json"}
    answer = client.patch(f"/api/plans/{four}/instance", content=body, headers=headers)
    assert (answer.status_code, "nested" in answer.json()["error"]) == (422, True)
    options = {"options": f'{{"depot": {nested(900)}}}'}
    answer = client.post("/api/plans", files=[("file", ("a.csv", b"x"))], data=options)
    assert (answer.status_code, "nested" in answer.json()["error"]) == (422, True)
