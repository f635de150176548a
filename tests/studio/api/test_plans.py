"""Plans: list, add, show, rename, remove."""

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from arcload.studio.studio import Studio
from tests.studio.conftest import FOUR

EXAMPLES = Path(__file__).parents[3] / "examples"
JSON = {"content-type": "application/json"}


def files(*names: str) -> list[tuple[str, tuple[str, bytes]]]:
    return [("file", (name, (EXAMPLES / name).read_bytes())) for name in names]


def test_a_json_instance_becomes_a_plan(client: TestClient) -> None:
    answer = client.post("/api/plans", content=FOUR, headers=JSON)
    assert answer.status_code == 201
    added = answer.json()
    (summary,) = client.get("/api/plans").json()["plans"]
    assert summary["id"] == added["id"]
    assert (summary["name"], summary["state"]) == (added["name"], "new")
    assert (summary["streets"], summary["served"], summary["cost"]) == (4, 4, None)
    detail = client.get(f"/api/plans/{added['id']}").json()
    assert (detail["depot"], detail["versions"], detail["has_today"]) == (1, [], False)
    assert (detail["can_undo"], detail["can_redo"]) == (False, False)


def test_a_name_may_be_given(client: TestClient) -> None:
    answer = client.post("/api/plans?name=My+town", content=FOUR, headers=JSON)
    assert answer.json()["name"] == "My town"
    named = client.post("/api/plans", files=files("four_edges.json"), data={"name": "a\tb"})
    assert named.json()["name"] == "a b"


def test_a_file_with_options_becomes_a_plan(client: TestClient) -> None:
    options = json.dumps({"depot": 1, "curb_weight": 3.0})
    answer = client.post("/api/plans", files=files("four_edges.csv"), data={"options": options})
    assert answer.status_code == 201
    detail = client.get(f"/api/plans/{answer.json()['id']}").json()
    assert detail["vehicles"][0]["curb_weight"] == 3.0
    assert detail["source"] == "four_edges.csv"


def test_a_town_file_comes_with_its_streets(client: TestClient) -> None:
    answer = client.post("/api/plans", files=files("hamlet.toml", "hamlet.osm"))
    assert (answer.status_code, answer.json()["name"]) == (201, "hamlet")
    assert any("hamlet.osm" in note for note in answer.json()["notes"])
    alone = client.post("/api/plans", files=files("hamlet.toml"))
    assert alone.status_code == 422
    assert "hamlet.toml, line 4" in alone.json()["error"]


@pytest.mark.parametrize(
    "town",
    [
        'streets = "{secret}"',
        'streets = "../{name}/secret.csv"',
        'streets = "streets.csv"\nformat = "{code}"',
    ],
)
def test_no_file_of_the_servers_disk_is_read(client: TestClient, tmp_path: Path, town: str) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_bytes((EXAMPLES / "four_edges.csv").read_bytes())
    code = tmp_path / "code.py"
    code.write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n")
    text = town.format(secret=secret, name=tmp_path.name, code=code)
    sent = [
        ("file", ("town.toml", text.encode())),
        ("file", ("streets.csv", secret.read_bytes())),
    ]
    answer = client.post("/api/plans", files=sent)
    assert answer.status_code == 422
    assert "town.toml, line" in answer.json()["error"]
    assert not (tmp_path / "ran").exists()


def test_a_bad_file_gives_the_sentence_of_the_command_line(client: TestClient) -> None:
    answer = client.post("/api/plans", files=[("file", ("bad.csv", b"from,to\n1,2,3\n"))])
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("bad.csv")


def test_an_example_becomes_a_plan(client: TestClient) -> None:
    answer = client.post("/api/plans?example=village")
    assert answer.status_code == 201
    detail = client.get(f"/api/plans/{answer.json()['id']}").json()
    assert (detail["streets"], detail["on_earth"]) == (40, True)
    unknown = client.post("/api/plans?example=vilage")
    assert "village" in unknown.json()["error"]
    assert unknown.status_code in (404, 422)


def test_a_plan_is_renamed(client: TestClient, four: str) -> None:
    answer = client.patch(f"/api/plans/{four}", json={"name": " Northern part "})
    assert answer.json()["name"] == "Northern part"
    for name in ("x" * 201, "a\x00b", 7, None):
        assert client.patch(f"/api/plans/{four}", json={"name": name}).status_code == 422
    assert client.get(f"/api/plans/{four}").json()["name"] == "Northern part"


def test_a_plan_is_removed(client: TestClient, studio: Studio, solved: str) -> None:
    answer = client.delete(f"/api/plans/{solved}?remove=true")
    assert (answer.status_code, answer.content) == (204, b"")
    assert client.get("/api/plans").json() == {"plans": []}
    assert client.get(f"/api/plans/{solved}").status_code == 404
    assert client.delete(f"/api/plans/{solved}?remove=true").status_code == 404


def test_deleting_a_plan_cancels_its_solve_and_keeps_it(client: TestClient, four: str) -> None:
    client.post(f"/api/plans/{four}/solve", json={})
    for _ in range(2):
        answer = client.delete(f"/api/plans/{four}")
        assert (answer.status_code, answer.json()["state"]) == (200, "stopped")
