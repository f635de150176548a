"""``arcload studio``: a server, files and a browser."""

from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run


def test_files_and_options_are_handed_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[dict[str, Any]] = []

    def serve(settings: Any, **others: Any) -> None:
        calls.append({"port": settings.port} | others)
        others["on_ready"]("http://127.0.0.1:7/")

    monkeypatch.setattr("arcload.studio.serve.serve", serve)
    monkeypatch.delenv("ARCLOAD_TOKEN", raising=False)
    told = "the studio is at http://127.0.0.1:7/\n"
    assert run("studio four.json town.toml --port 7 --no-browser") == (0, told, "")
    assert run("studio") == (0, told, "")
    assert run("serve --port 9") == (0, told, "")
    files = [Path("four.json"), Path("town.toml")]
    wanted = [(7, files, False), (8765, [], True), (9, None, None)]
    assert [(c["port"], c.get("files"), c.get("browser")) for c in calls] == wanted
