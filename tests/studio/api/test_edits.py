"""The network of a plan, and what is changed in it."""

import json

from starlette.testclient import TestClient

from arcload.studio.studio import Studio
from tests.examples import FOUR_EDGES
from tests.studio.conftest import solve_by_hand

STREETS = list(FOUR_EDGES.edges)


def test_the_network_is_drawn(client: TestClient) -> None:
    plan = client.post("/api/plans?example=village").json()["id"]
    network = client.get(f"/api/plans/{plan}/network")
    assert network.headers["content-type"] == "application/json"
    assert len(network.json()["streets"]["demand"]) == 40


def test_the_instance_can_be_read_again(client: TestClient, four: str) -> None:
    instance = client.get(f"/api/plans/{four}/instance").json()
    assert client.post("/api/plans", json=instance).status_code == 201


def demands(client: TestClient, plan: str) -> list[float]:
    edges = client.get(f"/api/plans/{plan}/instance").json()["edges"]
    return [edge["demand"] for edge in edges]


def test_a_change_is_undone_and_done_again(client: TestClient, four: str) -> None:
    before = demands(client, four)
    url = f"/api/plans/{four}/instance"
    answer = client.patch(url, json={"changes": [{"streets": [STREETS[1]], "demand": 7}]}).json()
    assert (answer["changed"], answer["streets"]["demand"]) == ([1], [7])
    assert (answer["can_undo"], answer["can_redo"], answer["revision"]) == (True, False, 1)
    assert demands(client, four)[1] == 7
    assert client.get(f"/api/plans/{four}").json()["can_undo"]
    answer = client.post(f"/api/plans/{four}/undo").json()
    assert (answer["can_undo"], answer["can_redo"], answer["revision"]) == (False, True, 2)
    assert demands(client, four) == before
    assert client.post(f"/api/plans/{four}/redo").json()["streets"]["demand"] == [7]
    assert demands(client, four)[1] == 7


def test_there_may_be_nothing_to_undo(client: TestClient, four: str) -> None:
    for step in ("undo", "redo"):
        answer = client.post(f"/api/plans/{four}/{step}")
        assert (answer.status_code, step in answer.json()["error"]) == (409, True)


def test_a_change_that_cannot_be_changes_nothing(client: TestClient, four: str) -> None:
    for changes in ([], [{"streets": ["nowhere"], "demand": 1}], [{"colour": "red"}]):
        answer = client.patch(f"/api/plans/{four}/instance", json={"changes": changes})
        assert answer.status_code == 422
        assert len(answer.json()["error"]) > 10
    assert client.get(f"/api/plans/{four}").json()["revision"] == 0


def test_a_plan_that_cannot_be_solved_says_why(client: TestClient, four: str) -> None:
    url = f"/api/plans/{four}/instance"
    answer = client.patch(url, json={"changes": [{"streets": STREETS[:3], "closed": True}]}).json()
    assert answer["problem"]
    assert client.get(f"/api/plans/{four}").json()["problem"] == answer["problem"]
    solve = client.post(f"/api/plans/{four}/solve", json={})
    assert (solve.status_code, solve.json()["error"]) == (422, answer["problem"])


def test_the_edits_of_a_version_come_back(client: TestClient, studio: Studio, four: str) -> None:
    number = solve_by_hand(studio, four)
    change = {"streets": [STREETS[0]], "service": False}
    url = f"/api/plans/{four}/instance"
    assert client.patch(url, json={"changes": [change]}).json()["facts"]["served"] == 3
    answer = client.post(f"/api/plans/{four}/versions/{number}/restore").json()
    assert (answer["facts"]["served"], answer["can_undo"]) == (4, True)
    assert client.post(f"/api/plans/{four}/undo").json()["facts"]["served"] == 3
    assert client.post(f"/api/plans/{four}/versions/9/restore").status_code == 404


def test_edits_are_in_the_file(client: TestClient, studio: Studio, four: str) -> None:
    client.patch(f"/api/plans/{four}/instance", json={"changes": [{"depot": 2}]})
    assert json.dumps(studio.store.plan(four).edits) != "{}"
