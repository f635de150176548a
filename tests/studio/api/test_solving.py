"""Solve a plan, and the versions that come of it."""

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from arcload.studio.studio import Studio
from tests.studio.conftest import FOUR, solve_by_hand
from tests.studio.in_process import app_in_process


def test_a_solve_becomes_a_version(client: TestClient, studio: Studio, four: str) -> None:
    body = {"time": 5, "seed": 3, "method": "greedy", "gap": 0.01, "name": "first"}
    answer = client.post(f"/api/plans/{four}/solve", json=body)
    assert (answer.status_code, answer.json()) == (202, {"version": 1, "state": "queued"})
    assert studio.jobs.submitted == [(four, 1)]  # type: ignore[attr-defined]
    version = client.get(f"/api/plans/{four}/versions/1").json()
    assert (version["name"], version["state"], version["time"]) == ("first", "queued", 5)
    assert version["options"]["method"] == "greedy"
    assert client.get(f"/api/plans/{four}").json()["ahead"] == 0
    assert client.post(f"/api/plans/{four}/solve", json={}).status_code == 409


@pytest.mark.parametrize(
    "body",
    [
        {"time": 0},
        {"time": 1e9},
        {"time": "long"},
        {"threads": 0},
        {"threads": 10**6},
        {"seed": -1},
        {"gap": -1},
        {"method": "no-such"},
        {"method": "./method.py"},
        {"method": "/etc/passwd"},
        {"from": 0},
        {"from": "worst"},
        {"name": "a\nb"},
        {"tme": 5},
        [],
        "x",
    ],
)
def test_what_cannot_be_done_is_refused(client: TestClient, four: str, body: Any) -> None:
    answer = client.post(f"/api/plans/{four}/solve", json=body)
    assert answer.status_code == 422
    assert set(answer.json()) == {"error"}
    assert client.get(f"/api/plans/{four}").json()["state"] == "new"


def test_what_a_solve_goes_on_from(client: TestClient, studio: Studio, four: str) -> None:
    def start(**body: Any) -> Any:
        answer = client.post(f"/api/plans/{four}/solve", json=body)
        if answer.status_code != 202:
            return answer.status_code
        number = answer.json()["version"]
        studio.store.end(four, number, "stopped")
        return client.get(f"/api/plans/{four}/versions/{number}").json()["start"]

    assert start() is None
    assert start(**{"from": "best"}) is None
    first, second = solve_by_hand(studio, four), solve_by_hand(studio, four)
    studio.store.save_bound(four, first, lower_bound=260.0, seconds=1.0)
    assert (start(), start(**{"from": first}), start(**{"from": None})) == (second, first, None)
    assert start(**{"from": "best"}) == first
    assert (start(**{"from": 1}), start(**{"from": 99})) == (409, 404)


def test_only_so_many_may_wait(tmp_path: Path) -> None:
    app = app_in_process(tmp_path, max_queued=1)
    with TestClient(app, base_url="http://localhost") as client:
        headers = {"content-type": "application/json"}
        plans = [
            client.post("/api/plans", content=FOUR, headers=headers).json()["id"] for _ in range(2)
        ]
        codes = [client.post(f"/api/plans/{plan}/solve", json={}).status_code for plan in plans]
        assert codes == [202, 429]
        assert client.get(f"/api/plans/{plans[1]}").json()["state"] == "new"


def test_a_solve_is_stopped(client: TestClient, four: str) -> None:
    client.post(f"/api/plans/{four}/solve", json={})
    answer = client.delete(f"/api/plans/{four}/solve")
    assert (answer.status_code, answer.json()["state"]) == (200, "stopped")


def test_a_version_with_its_history(client: TestClient, solved: str) -> None:
    version = client.get(f"/api/plans/{solved}/versions/1").json()
    assert (version["cost"], version["gap"]) == (275, pytest.approx(0.1))
    assert (version["gap_short"], version["gap_words"][:6]) == ("gap 10.00%", "10.00%")
    assert (version["history"], version["bounds"]) == ([[0.1, 275]], [[0.1, 250]])
    summary = client.get("/api/plans").json()["plans"][0]
    assert (summary["cost"], summary["status"], summary["versions"]) == (275, "feasible", 1)
    (listed,) = client.get(f"/api/plans/{solved}").json()["versions"]
    assert (listed["number"], "history" in listed) == (1, False)


def test_a_version_is_named_and_removed(client: TestClient, solved: str) -> None:
    url = f"/api/plans/{solved}/versions/1"
    assert client.patch(url, json={"name": "winter"}).json()["name"] == "winter"
    assert client.patch(url, json={"name": ""}).json()["name"] == ""
    assert client.delete(url).status_code == 204
    assert client.get(url).status_code == 404


def test_the_drawing_of_a_version(client: TestClient, studio: Studio, solved: str) -> None:
    url = f"/api/plans/{solved}/versions"
    assert client.get(f"{url}/1/drawing").json() == {"routes": [], "unserved": []}
    number = studio.store.add_version(solved, name="", options={}, start=None, most=9)
    assert client.get(f"{url}/{number}/drawing").status_code == 409


@pytest.mark.parametrize("number", ["0", "-1", "x", "1e3", str(2**70)])
def test_odd_numbers_of_versions(client: TestClient, four: str, number: str) -> None:
    assert client.get(f"/api/plans/{four}/versions/{number}").status_code == 422
