"""Serve the studio until it is told to end."""

import signal
import socket
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
import uvicorn

from arcload.model.errors import InputError
from arcload.studio.serve import serve
from arcload.studio.settings import Settings
from arcload.studio.store import Store
from arcload.studio.studio import Studio
from tests.studio.conftest import FOUR
from tests.studio.loops import apart
from tests.studio.served import is_alive, served, until

TOKEN = "0123456789abcdef"
TOWN = Path(__file__).parents[2] / "examples" / "town.json"


def test_it_refuses_what_is_too_large_and_ends_with_all_its_processes(tmp_path: Path) -> None:
    data = tmp_path / "studio.db"
    headers = {"content-type": "application/json"}
    with served(data, "--max-upload", "0.04") as server:
        large = (b" " * 5000 for _ in range(9))
        url = f"{server.address}api/plans"
        assert httpx.post(url, content=large, headers=headers).status_code == 413
        plan = server.ask("POST", "api/plans", content=TOWN.read_text(), headers=headers)["id"]
        server.ask("POST", f"api/plans/{plan}/solve", json={"time": 60, "threads": 1})
        children = until(server.children)
        with httpx.stream("GET", f"{server.address}api/events", timeout=60) as stream:
            lines = stream.iter_lines()
            assert next(lines).startswith(":")
            server.process.send_signal(signal.SIGINT)
            list(lines)
        assert server.process.wait(60) == 0
        assert not any(map(is_alive, children))
        port = urlsplit(server.address).port
        assert port is not None
        socket.create_server(("127.0.0.1", port)).close()
    assert Store(data).plan(plan).state == "interrupted"


def test_a_file_that_cannot_be_read_ends_it(tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("?")
    settings = Settings(port=0, data=tmp_path / "studio.db")
    ready: list[str] = []
    with pytest.raises(InputError, match=r"bad\.csv, line 1"):
        apart(lambda: serve(settings, files=[tmp_path / "bad.csv"], on_ready=ready.append))
    assert ready == []
    assert Store(settings.data).plans() == []


def test_what_fails_at_the_start_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def start(studio: Studio) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Studio, "start", start)
    with pytest.raises(InputError, match=r"cannot be started .*No space left"):
        apart(lambda: serve(Settings(port=0, data=tmp_path / "studio.db")))


def test_the_browser_is_opened_at_the_plan(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    servers: list[uvicorn.Server] = []
    made = uvicorn.Server.__init__

    def make(server: uvicorn.Server, config: uvicorn.Config) -> None:
        made(server, config)
        servers.append(server)

    def browse(address: str) -> None:
        opened.append(address)
        servers[0].should_exit = True

    monkeypatch.setattr("uvicorn.Server.__init__", make)
    monkeypatch.setattr("webbrowser.open", browse)
    (tmp_path / "town.toml").write_text('streets = "maps/four.json"\n')
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "four.json").write_text(FOUR)
    settings = Settings(port=0, data=tmp_path / "studio.db", token=TOKEN)
    ready: list[str] = []
    files = [tmp_path / "town.toml"]
    apart(lambda: serve(settings, files=files, browser=True, on_ready=ready.append))
    start, _, plan = opened[0].partition("#/plan/")
    assert start == f"{ready[0]}?token={TOKEN}"
    (row,) = Store(settings.data).plans()
    assert (plan, row.name, row.source) == (f"{row.id}/map", "town", "town.toml")


def test_a_port_that_cannot_be_had(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InputError, match=f"port {port}"):
            serve(Settings(port=port, data=tmp_path / "studio.db"))
    for host in ("192.0.2.1", "no such host"):
        elsewhere = Settings(host=host, port=0, token=TOKEN, data=tmp_path / "studio.db")
        with pytest.raises(InputError, match=host):
            serve(elsewhere)
