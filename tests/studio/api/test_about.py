"""What this server is, and the towns it has to try."""

from pathlib import Path

from starlette.testclient import TestClient

import arcload
from tests.studio.in_process import app_in_process


def test_what_the_server_is(client: TestClient) -> None:
    about = client.get("/api/about").json()
    assert (about["version"], about["tiles"]) == (arcload.__version__, None)
    assert about["limits"]["queued"] == 100
    assert client.get("/api/examples").json() == about["examples"]
    assert client.get("/api/health").json() == {"ok": True}


def test_a_map_under_the_streets(tmp_path: Path) -> None:
    url = "https://tiles.example/{z}/{x}/{y}.png"
    app = app_in_process(tmp_path, tiles=url)
    with TestClient(app, base_url="http://localhost") as client:
        tiles = client.get("/api/about").json()["tiles"]
        assert tiles == {"url": url, "attribution": "tiles.example"}
