"""What all tests of the command line share."""

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
import typer.main

from arcload.cli.main import main
from arcload.maps.formats import json_instance
from tests.examples import FOUR_EDGES

Run = Callable[[str], tuple[int, str, str]]

_FOUR = json_instance.dump(FOUR_EDGES.replace(length_unit="km", load_unit="kg"), [])
_built = cache(typer.main.get_command)  # in a process of its own a command line is built once


@pytest.fixture(autouse=True)
def without_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no line of progress appear, which depends on how fast the machine is."""
    monkeypatch.setattr("arcload.solving.watch._LINE_EVERY", 1e6)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a function that runs a command line and gives (exit code, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)  # as wide as the text is
    monkeypatch.setattr(typer.main, "get_command", _built)
    Path("four.json").write_text(_FOUR, encoding="utf-8")

    def call(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arcload", *line.split()])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return call
