"""A plan as files to take along, and as the page that drives it."""

import re

import pytest
from starlette.testclient import TestClient

from arcload.studio.studio import Studio
from tests.studio.conftest import solve_by_hand


def test_a_file_is_downloaded(client: TestClient, solved: str) -> None:
    client.patch(f"/api/plans/{solved}", json={"name": 'Zürich "1"'})
    answer = client.get(f"/api/plans/{solved}/route.csv")
    assert answer.status_code == 200
    named = answer.headers["content-disposition"]
    assert re.fullmatch(r"attachment; filename=\"[\w.-]+\.csv\"; filename\*=UTF-8''\S+", named)
    assert "Z%C3%BCrich" in named
    assert answer.headers["content-type"].startswith("text/csv")
    assert client.get(f"/api/plans/{solved}/route.json?version=1").json()["cost"] == 275


def test_a_plan_that_has_no_route_yet(client: TestClient, studio: Studio, four: str) -> None:
    assert client.get(f"/api/plans/{four}/route.csv").status_code == 409
    studio.store.add_version(four, name="", options={}, start=None, most=9)
    assert client.get(f"/api/plans/{four}/route.csv?version=1").status_code == 409
    assert client.get(f"/api/plans/{four}/route.csv?version=2").status_code == 404


@pytest.mark.parametrize(
    "what",
    ["route.exe", "route.csv?vehicle=9", "route.csv?vehicle=x", "route.pdf?paper=a99", "route.gpx"],
)
def test_what_cannot_be_written_is_refused(client: TestClient, solved: str, what: str) -> None:
    answer = client.get(f"/api/plans/{solved}/{what}")
    assert answer.status_code == 422
    assert len(answer.json()["error"]) > 10


def test_the_page_runs_apart_from_the_studio(client: TestClient, studio: Studio) -> None:
    plan = client.post("/api/plans?example=village").json()["id"]
    assert client.get(f"/api/plans/{plan}/versions/1/page").status_code == 404
    client.post(f"/api/plans/{plan}/solve", json={})
    assert client.get(f"/api/plans/{plan}/versions/1/page").status_code == 409


def test_what_is_beside_it(client: TestClient, studio: Studio, solved: str) -> None:
    solve_by_hand(studio, solved)
    url = f"/api/plans/{solved}/versions/1/page"
    assert client.get(f"{url}?beside=today").status_code == 409
    assert client.get(f"{url}?beside=9").status_code == 404
    for odd in ("longest", "0", "-1", ""):
        assert client.get(f"{url}?beside={odd}").status_code == 422
