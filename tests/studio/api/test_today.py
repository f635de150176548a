"""Today's route of a plan."""

from starlette.testclient import TestClient

from tests.studio.api.test_plans import files


def test_todays_route_is_kept_and_forgotten(client: TestClient) -> None:
    plan = client.post("/api/plans", files=files("village.geojson")).json()["id"]
    url = f"/api/plans/{plan}"
    answer = client.put(f"{url}/today", files=files("village_today.gpx"))
    assert answer.status_code == 200, answer.text
    assert client.get(url).json()["has_today"]
    assert client.delete(f"{url}/today").status_code == 204
    assert not client.get(url).json()["has_today"]


def test_what_is_no_route(client: TestClient, four: str) -> None:
    url = f"/api/plans/{four}/today"
    assert client.put(url, files=[("file", ("a.gpx", b"<gpx"))]).status_code == 422
    assert client.put(url, data={"file": "text"}).status_code in (415, 422)
    assert client.put("/api/plans/none/today", files=files("village_today.gpx")).status_code == 404
