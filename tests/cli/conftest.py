"""What all tests of the command line share."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import arcload
from arcload.cli.main import main
from tests.examples import FOUR_EDGES

Run = Callable[[str], tuple[int, str, str]]


@pytest.fixture(autouse=True)
def without_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no line of progress appear, which depends on how fast the machine is."""
    monkeypatch.setattr("arcload.solving.watch._LINE_EVERY", 1e6)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a function that runs a command line and gives (exit code, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("COLUMNS", raising=False)  # as wide as the text is
    arcload.write(FOUR_EDGES.replace(length_unit="km", load_unit="kg"), "four.json")

    def call(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arcload", *line.split()])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return call
