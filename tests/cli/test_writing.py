"""Outputs that cannot be written: found before the search, and nothing lost where it is after."""

import errno
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import arcload
import arcload.runs.solve_many
import arcload.runs.task
import arcload.solving.bound
import arcload.solving.compare
from arcload.cli.main import main
from arcload.model import files
from tests.examples import FOUR_EDGES

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a function that runs a command beside an instance: (exit code, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)
    arcload.write(FOUR_EDGES, "four.json")

    def call(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arcload", *line.split()])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return call


@pytest.fixture
def no_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let any search, drawing or training fail the test."""

    def work(*given: Any, **named: Any) -> None:
        raise AssertionError("the output was not looked at before the work")

    for name in (
        "arcload.solving.solve.solve",
        "arcload.solving.bound.bound",
        "arcload.maps.generators.generate",
        "arcload.maps.formats.fetching.fetch_place",
        "arcload.runs.bench.Bench.run",
        "arcload.neural.train.export.export_policy",
        "arcload.neural.train.learner.Learner.step",
    ):
        monkeypatch.setattr(name, work)


def refuse_to_write(monkeypatch: pytest.MonkeyPatch, folder: Path, code: int) -> None:
    """Let a folder be as one that is read-only, or on a disk that is full."""
    make = tempfile.mkstemp

    def mkstemp(**given: Any) -> tuple[int, str]:
        if Path(given["dir"]).resolve() == folder.resolve():
            raise OSError(code, os.strerror(code), str(folder))
        return make(**given)

    monkeypatch.setattr("tempfile.mkstemp", mkstemp)


WRITING = [
    "solve four.json -o out/a.gpx",
    "compare four.json -o out/a.json",
    "bound four.json -o out/a.json",
    "convert four.json out/a.csv",
    "generate city out/a.json",
    "fetch Zug out/a.graphml",
    "plot four.json -o out/a.png",
    "demo --out out",
    "bench four.json --out out",
    "train --out out --steps 1",
    "export-policy four.json -o out/a.safetensors",
    "generate paper out",
]


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("command", WRITING)
@pytest.mark.parametrize("code", [errno.EROFS, errno.ENOSPC])
def test_a_place_that_cannot_be_written_is_found_before_the_search(
    command: str, code: int, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("out").mkdir()
    refuse_to_write(monkeypatch, Path("out"), code)
    ended, out, err = run(command)
    assert (ended, out) == (2, "")
    assert err.startswith("arcload: out")
    assert os.strerror(code) in err
    assert err.count("\n") == 1
    assert list(Path("out").iterdir()) == []


@pytest.mark.usefixtures("no_work")
@pytest.mark.parametrize("command", [line for line in WRITING if "out/" in line])
def test_a_read_only_file_is_not_overwritten(command: str, run: Run) -> None:
    Path("out").mkdir()
    file = Path(command.rsplit(maxsplit=1)[-1])
    file.write_text("before")
    file.chmod(0o444)
    ended, out, err = run(command)
    assert (ended, out) == (2, "")
    assert f"{file}: the file is read-only" in err
    assert file.read_text() == "before"


def fail_late(monkeypatch: pytest.MonkeyPatch, *folders: str) -> None:
    """Let the disk be full when the search is over."""
    write = files._write_bytes

    def full(file: Path, data: bytes) -> None:
        if str(file.parent) in folders:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        write(file, data)

    monkeypatch.setattr(files, "_write_bytes", full)


def kept_in(err: str) -> Path:
    (line,) = [line for line in err.splitlines() if "is kept in" in line]
    return Path(line.rpartition("is kept in ")[2])


@pytest.mark.parametrize("json_too", ["", " --json"])
@pytest.mark.parametrize(
    ("command", "check"),
    [("solve", "{}"), ("compare", "{}"), ("bound", "--bound {}")],
)
def test_a_tour_is_not_lost_where_the_disk_gets_full(
    command: str, check: str, json_too: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("out").mkdir()
    with monkeypatch.context() as late:
        fail_late(late, "out")
        code, out, err = run(f"{command} four.json -o out/a.json{json_too}")
    assert code == 2
    assert "275" in out
    assert not any(line.startswith("arcload: note: wrote") for line in err.splitlines())
    assert err.splitlines()[-1].startswith("arcload: out/a.json: cannot be written (No space left")
    kept = kept_in(err)
    assert kept.resolve().parent == Path.cwd()
    assert run(f"check four.json {check.format(kept)}")[0] == 0
    assert list(Path("out").iterdir()) == []


def test_a_tour_is_kept_in_the_temporary_folder_where_the_working_folder_is_full(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.setattr("tempfile.tempdir", str(elsewhere))
    with monkeypatch.context() as late:
        fail_late(late, ".", str(Path.cwd()))
        code, out, err = run("solve four.json -o a.json")
    assert code == 2
    assert "275" in out
    assert kept_in(err).parent == elsewhere
    assert not Path("a.json").exists()
    assert run(f"check four.json {kept_in(err)}")[0] == 0


def test_where_the_result_is_written_all_the_same_it_is_not_kept_twice(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("out").mkdir()
    with monkeypatch.context() as late:
        fail_late(late, "out")
        code, _, err = run("solve four.json -o out/a.csv -o b.json")
    assert code == 2
    assert "wrote b.json" in err
    assert "kept in" not in err
    assert json.loads(Path("b.json").read_text())["cost"] == 275


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_device_that_takes_nothing_loses_no_tour(tmp_path: Path) -> None:
    arcload.write(FOUR_EDGES, tmp_path / "four.json")
    (tmp_path / "full.json").symlink_to("/dev/full")
    words = [sys.executable, "-m", "arcload", "solve", "four.json", "-o", "full.json"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "275" in done.stdout
    assert "Traceback" not in done.stderr
    assert json.loads((tmp_path / kept_in(done.stderr)).read_text())["cost"] == 275
