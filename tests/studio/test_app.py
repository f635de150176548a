"""The studio as a web application: every error is one sentence."""

from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

from arcload.model.errors import InputError
from arcload.studio.app import create_app
from arcload.studio.settings import Settings
from arcload.studio.studio import Studio
from tests.studio.conftest import FOUR, solve_by_hand
from tests.studio.in_process import app_in_process

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def test_no_request_fails_and_answers_are_as_documented(client: TestClient, studio: Studio) -> None:
    """Requests go to a plan that is there and was solved, and where chance leads."""
    document = client.get("/openapi.json").json()
    schema = schemathesis.openapi.from_dict(document).exclude(path_regex="events$")
    headers = {"content-type": "application/json"}
    for found in schema.get_all_operations():
        operation: Any = found.ok()  # type: ignore[union-attr]

        @settings(max_examples=4, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(), known=st.booleans())
        def ask(case: Any, known: bool) -> None:
            if "plan" in case.path_parameters and known:
                if not studio.store.plans():
                    plan = client.post("/api/plans", content=FOUR, headers=headers).json()["id"]
                    solve_by_hand(studio, plan)
                case.path_parameters["plan"] = studio.store.plans()[0].id
            sent = requests.Request(**case.as_transport_kwargs(base_url="http://localhost"))
            request = sent.prepare()
            answer = client.request(
                str(request.method), str(request.url), headers=request.headers, content=request.body
            )
            case.validate_response(answer, checks=CHECKS)
            assert answer.status_code < 400 or set(answer.json()) == {"error"}

        ask()
    assert studio.store.plans()


def test_what_is_not_there_is_a_sentence(client: TestClient) -> None:
    for method, path, code in (
        ("GET", "/nothing", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/api/plans/", 404),
        ("GET", "/api/plans/0123456789ab", 404),
        ("PUT", "/api/plans", 405),
        ("TRACE", "/api/plans", 405),
    ):
        answer = client.request(method, path)
        assert answer.status_code == code
        assert set(answer.json()) == {"error"}


def test_a_body_that_is_no_json(client: TestClient, four: str) -> None:
    headers = {"content-type": "application/json"}
    for body in (b"{", b"\xff\xfe", b"[" * 100_000, b'{"name": NaN}', b'{"name": "\\ud800"}'):
        answer = client.patch(f"/api/plans/{four}", content=body, headers=headers)
        assert answer.status_code in (400, 422)
        assert set(answer.json()) == {"error"}


def test_a_request_that_is_too_large(tmp_path: Path) -> None:
    app = app_in_process(tmp_path, max_upload=1000)
    with TestClient(app, base_url="http://localhost") as client:
        large = {"changes": [{"streets": list(range(1000))}]}
        for method, path in (("PATCH", "/api/plans/x/instance"), ("POST", "/api/plans")):
            assert client.request(method, path, json=large).status_code == 413
        parts = iter([FOUR.encode(), b" " * 1000])
        headers = {"content-type": "application/json"}
        assert client.post("/api/plans", content=parts, headers=headers).status_code == 413
        files = [("file", ("a.csv", b"x" * 1000))]
        assert client.post("/api/plans", files=files).status_code == 413
        assert client.get("/api/plans").json() == {"plans": []}


def test_an_error_of_the_server_is_a_sentence_and_a_line_in_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = app_in_process(tmp_path)
    monkeypatch.setattr(app.state.studio.store, "plans", lambda: 1 / 0)
    with TestClient(app, base_url="http://localhost") as client:
        answer = client.get("/api/plans")
    assert answer.status_code == 500
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert set(answer.json()) == {"error"}
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("body", ["{", "[" * 100_000, "1" * 5000, "\xff"])
def test_a_body_that_is_no_json_is_a_sentence(client: TestClient, four: str, body: str) -> None:
    own = {"content-type": "application/json"}
    answer = client.patch(f"/api/plans/{four}", content=body.encode("latin-1"), headers=own)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"].startswith("the body ")


def test_two_apps_cannot_share_a_file(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path / "studio.db"))
    with pytest.raises(InputError, match="another server"):
        create_app(Settings(data=tmp_path / "studio.db"))
    app.state.studio.store.close()
