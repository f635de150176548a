"""kill -9 of the server in the middle of a solve: nothing is lost, and nothing is left."""

import os
import signal
import socket
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.studio.plans import TOWN, base_text
from tests.studio.served import is_alive, served, until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="finds processes in /proc")


def test_a_killed_server_comes_back_with_every_plan_and_leaves_no_process(tmp_path: Path) -> None:
    data = tmp_path / "studio.db"
    with served(data) as server:
        headers = {"content-type": "application/json"}
        made = server.ask("POST", "api/plans", content=base_text(TOWN), headers=headers)
        other = server.ask("POST", "api/plans?example=village")
        plan = f"api/plans/{made['id']}"
        server.ask("POST", f"{plan}/solve", json={"time": 600, "threads": 1})
        server.ask("POST", f"api/plans/{other['id']}/solve", json={"time": 600})
        found = until(lambda: server.ask("GET", plan)["cost"])
        children = server.children()
        assert len(children) >= 2  # the solve and a spare
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        until(lambda: not any(map(is_alive, children)))
    port = urlsplit(server.address).port
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", port))
    with served(data) as again:
        assert len(again.ask("GET", "api/plans")["plans"]) == 2
        kept = again.ask("GET", plan)
        assert kept["state"] == "interrupted"
        assert kept["cost"] <= found
        route = again.ask("GET", f"{plan}/route.json")
        assert route["cost"] == pytest.approx(kept["cost"])
        assert again.ask("GET", f"api/plans/{other['id']}")["state"] == "interrupted"
        children = again.children()
    assert not any(map(is_alive, children))  # nor after an end in order
