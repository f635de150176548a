"""Bad input on the command line: one sentence, its exit code, and no file touched."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import arcload
from arcload.cli.main import main
from tests.examples import FOUR_EDGES
from tests.maps.formats.malformed import MALFORMED
from tests.maps.formats.malformed_file import Malformed
from tests.maps.formats.samples import CSV, JSON, SAMPLES

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a function that runs a command in an empty folder: (exit code, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)

    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arcload", *words])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return call


def refused(run: Run, code: int, *words: str) -> str:
    """Run a command that must end with this code and one sentence, and touch no file."""
    before = {path: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    found, out, err = run(*words)
    assert (found, out) == (code, "")
    assert err.startswith("arcload: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert {path: path.read_bytes() for path in Path().iterdir() if path.is_file()} == before
    return err


@pytest.mark.parametrize(
    "case", MALFORMED, ids=[f"{case.file}-{case.line}-{case.words[:40]}" for case in MALFORMED]
)
def test_a_malformed_file_is_refused_and_the_output_left_alone(case: Malformed, run: Run) -> None:
    content = case.content
    Path(case.file).write_bytes(content if isinstance(content, bytes) else content.encode())
    Path("out.json").write_text("before")
    where = f"arcload: {case.file}, line {case.line}: " if case.line else f"arcload: {case.file}: "
    said = refused(run, 2, "convert", case.file, "out.json")
    assert said.startswith(where)
    assert " ".join(case.words.split()) in said


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize(
    "command",
    [
        ["info"],
        ["info", "--json"],
        ["solve", "-o", "out.json"],
        ["solve", "--json", "-o", "out.json", "-o", "new.json"],
    ],
)
def test_every_command_refuses_a_cut_file(name: str, command: list[str], run: Run) -> None:
    Path(name).write_text(SAMPLES[name][:40])
    Path("out.json").write_text("before")
    assert f"{name}, line " in refused(run, 2, command[0], name, *command[1:])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["info", "missing.csv"], "missing.csv: no such file"),
        (["info", "."], "is a folder; name a file"),
        (["info", "a" * 300 + ".csv"], "file name too long"),
        (["convert", "town.csv", "a" * 300 + ".json"], "written (File name too long)"),
        (["convert", "town.csv", "a" * 300 + "/out.json"], "written (File name too long)"),
        (["solve", "town.json", "-o", "a" * 300 + ".json"], "written (File name too long)"),
        (["generate", "city", "a" * 300 + ".json"], "written (File name too long)"),
        (["generate", "paper", "a" * 300], "cannot be made (File name too long)"),
        (["generate", "paper", "town.csv"], "town.csv: this is a file; name a folder"),
        (["demo", "--out", "a" * 300], "cannot be made (File name too long)"),
        (["info", "town.csv", "--depot", "nowhere"], "'nowhere' is not in the network"),
        (["info", "town.csv", "--start", "nowhere"], "'nowhere' is not in the network"),
        (["info", "town.csv", "--format", "json"], "town.csv, line 1: this is not JSON"),
        (["info", "town.csv", "--format", "carp"], "town.csv, line 1: 'id,from,to"),
        (["info", "town.csv", "--format", "cvs"], "did you mean 'csv'?"),
        (["info", "town.csv", "--mode", "carry"], "'deliver' or 'collect'"),
        (["info", "town.csv", "--curb-weight", "inf"], "curb weight is inf"),
        (["info", "town.csv", "--curb-ratio", "-1"], "curb ratio is -1"),
        (["info", "town.csv", "--curb-ratio", "nan"], "curb ratio is nan"),
        (["info", "town.csv", "--curb-weight", "much"], "--curb-weight is 'much'"),
        (["info", "town.csv", "more"], "more"),
        (["info"], "FILE"),
        (["convert", "town.csv"], "OUT"),
        (["convert", "town.csv", "town.csv"], "this is the input"),
        (["convert", "town.csv", "town.xyz"], "names no format"),
        (["convert", "town.csv", "out.json", "--to", "xml"], "format 'xml' is unknown"),
        (["convert", "town.csv", "missing/out.json"], "the folder missing is not there"),
        (["convert", "town.csv", "folder"], "this is a folder"),
        (["convert", "town.json", "out.txt"], "the instance has the capacity, which this format"),
        (["convert", "town.json", "o.txt", "--capacity", "inf"], "edge 2 is one-way or has a diff"),
        (["convert", "town.json", "out.dat"], "edge 2 is one-way or has a different length"),
        (["convert", "town.csv", "out.txt", "--end", "c"], "does not start and end at one depot"),
        (["convert", "town.csv", "out.txt", "--mode", "collect"], "deliveries alone"),
        (["solve", "town.json", "-o", "town.json"], "this is the input"),
        (["solve", "town.json", "-o", "out.txt"], "is no format of a route"),
        (["check", "town.json", "town.json"], "town.json, line 2: the schema is"),
        (["check", "town.json", "missing.json"], "missing.json: no such file"),
        (["check", "town.json", "town.csv"], "town.csv, line 1: this is not JSON"),
    ],
)
def test_a_wrong_word_is_refused(words: list[str], said: str, run: Run) -> None:
    Path("town.csv").write_text(CSV)
    Path("town.json").write_text(JSON)
    Path("folder").mkdir()
    for name in ("out.json", "out.txt", "out.dat"):
        Path(name).write_text("before")
    assert said in refused(run, 2, *words)


def test_a_street_out_of_reach_is_refused_or_left_out_as_the_user_says(run: Run) -> None:
    Path("town.csv").write_text(CSV + "5,x,y,8,2,Far Lane\n")
    said = refused(run, 2, "info", "town.csv", "--depot", "a")
    assert "town.csv, line 6: 1 served edge (total length 8) cannot be reached" in said
    assert "from the depot 'a': 5 (Far Lane); connect it or " in said
    said = refused(run, 2, "info", "town.csv")
    assert "from the depot 'a' (the first node): 5 (Far Lane)" in said
    assert "; --depot names another, --keep depot goes on with the depot's part alone" in said
    code, out, err = run("info", "town.csv", "--depot", "a", "--keep", "depot", "--json")
    assert (code, json.loads(out)["edges"]) == (0, 4)
    assert "left out 1 served edge (total length 8) that" in err
    assert err.splitlines()[0].endswith(": 5 (Far Lane)")


def test_a_file_name_of_odd_bytes_is_no_trouble(run: Run) -> None:
    name = os.fsdecode(b"t\xfcr.csv")
    Path(name).write_text(CSV)
    assert run("info", name, "--depot", "a")[0] == 0
    assert run("solve", name, "--depot", "a", "-o", "result.json")[0] == 0
    assert json.loads(Path("result.json").read_text())["instance"] == "t?r"


def test_odd_bytes_in_the_name_of_a_result_are_no_trouble(tmp_path: Path) -> None:
    """In a process of its own, whose standard output takes no odd bytes."""
    arcload.write(FOUR_EDGES, tmp_path / "four.json")
    name = os.fsdecode(b"t\xfcr.json")
    arcload.solve(FOUR_EDGES, "greedy").save(tmp_path / name)
    words = [sys.executable, "-m", "arcload", "check", "four.json", name]
    utf8 = os.environ | {"PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(words, cwd=tmp_path, env=utf8, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"t?r.json is in order")
