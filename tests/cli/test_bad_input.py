"""Bad input on the command line: one sentence, its exit code, and no file touched."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

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
        (["info", "town.csv", "--curb-weight", "much"], "'--curb-weight'"),
        (["info", "town.csv", "more"], "more"),
        (["info"], "FILE"),
        (["convert", "town.csv"], "OUT"),
        (["convert", "town.csv", "town.csv"], "this is the input"),
        (["convert", "town.csv", "town.xyz"], "names no format"),
        (["convert", "town.csv", "out.json", "--to", "xml"], "format 'xml' is unknown"),
        (["convert", "town.csv", "missing/out.json"], "the folder missing is not there"),
        (["convert", "town.csv", "folder"], "this is a folder"),
        (["convert", "town.json", "out.txt"], "edge 2 is one-way or has a different length"),
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


@pytest.fixture
def solved(run: Run) -> dict[str, Any]:
    """Return the result in ``result.json``, which solves ``four.json``."""
    arcload.write(FOUR_EDGES, "four.json")
    assert run("solve", "four.json", "-o", "result.json")[0] == 0
    result: dict[str, Any] = json.loads(Path("result.json").read_text())
    return result


def test_a_result_is_in_order_as_it_was_written(run: Run, solved: dict[str, Any]) -> None:
    assert solved["cost"] == 275
    assert run("check", "four.json", "result.json")[0] == 0


def _tamper(name: str, result: dict[str, Any]) -> None:
    walk = result["walk"]
    if name in ("cost", "length", "deadhead_length"):
        result[name] -= 1
    elif name == "order":
        result["order"][:2] = result["order"][1::-1]
    elif name == "directions":
        result["directions"][0] = 3 - result["directions"][0]
    elif name == "an order cut short":
        result["order"].pop()
    elif name == "a crossing left out":
        del walk[1]
    elif name == "the last crossing left out":
        walk.pop()
    elif name == "a crossing doubled":
        walk.insert(0, walk[0])
    elif name == "an empty walk":
        walk.clear()
    elif name == "the walk reversed":
        walk.reverse()
    elif name == "an edge nobody knows":
        walk[0]["edge"] = "nowhere"
    elif name == "a node nobody knows":
        walk[0]["to"] = walk[1]["from"] = "nowhere"
    elif name == "a service left out":
        walk[0]["served"] = False
    elif name == "a direction turned":
        walk[0]["direction"] = 3 - walk[0]["direction"]
    elif name == "a direction out of range":
        walk[0]["direction"] = 3
    elif name == "a figure of a crossing":
        walk[0]["cost"] += 1
    elif name == "a load":
        walk[1]["load_before"] += 1


@pytest.mark.parametrize(
    "name",
    [
        *("cost", "length", "deadhead_length", "order", "directions", "an order cut short"),
        *("a crossing left out", "the last crossing left out", "a crossing doubled"),
        *("an empty walk", "the walk reversed", "an edge nobody knows", "a node nobody knows"),
        *("a service left out", "a direction turned", "a direction out of range"),
        *("a figure of a crossing", "a load"),
    ],
)
def test_a_tampered_result_does_not_pass(name: str, run: Run, solved: dict[str, Any]) -> None:
    _tamper(name, solved)
    Path("tampered.json").write_text(json.dumps(solved))
    refused(run, 1, "check", "four.json", "tampered.json")
    with pytest.raises(arcload.CheckError):
        arcload.load_result("tampered.json", arcload.read("four.json"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("walk", None),
        ("walk", [{"edge": 1}]),
        ("cost", "275"),
        ("cost", 1e400),
        ("status", "perfect"),
        ("settings", {"curb_weight": "heavy"}),
        ("settings", {"curb_weight": -1}),
        ("settings", {"start": [1]}),
        ("settings", {"start": "nowhere", "end": 1}),
        ("settings", {"mode": 5}),
        ("settings", {"keep": "some"}),
        ("schema", "arcload-result/9"),
    ],
)
def test_a_damaged_result_is_bad_input(
    name: str, value: Any, run: Run, solved: dict[str, Any]
) -> None:
    text = json.dumps(solved | {name: value}).replace("Infinity", "1e400")
    Path("damaged.json").write_text(text)
    refused(run, 2, "check", "four.json", "damaged.json")


def test_a_cut_result_is_bad_input(run: Run, solved: dict[str, Any]) -> None:
    Path("cut.json").write_text(json.dumps(solved, indent=1)[:-50])
    assert "cut.json, line " in refused(run, 2, "check", "four.json", "cut.json")


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


def test_odd_bytes_in_the_name_of_an_output_are_no_trouble(run: Run) -> None:
    name = os.fsdecode(b"t\xfcr.json")
    assert run("generate", "rural", name)[0] == 0
    assert arcload.read(name).name == "t?r"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("command", ["--help", "info four.json", "info four.json --json"])
def test_an_output_that_takes_nothing_is_named_in_one_sentence(
    command: str, tmp_path: Path
) -> None:
    arcload.write(FOUR_EDGES, tmp_path / "four.json")
    words = [sys.executable, "-m", "arcload", *command.split()]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            words, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr == "arcload: standard output cannot be written (No space left on device)\n"


@pytest.mark.parametrize(
    ("command", "code"), [("info bad.csv", 2), ("check four.json bad.json", 1)]
)
def test_a_process_of_its_own_shows_no_traceback(command: str, code: int, tmp_path: Path) -> None:
    (tmp_path / "bad.csv").write_text("from,to,length,demand\n1,2,1e308,1e308\n")
    arcload.write(FOUR_EDGES, tmp_path / "four.json")
    result = arcload.solve(FOUR_EDGES, "greedy").to_dict() | {"cost": 1.0}
    (tmp_path / "bad.json").write_text(json.dumps(result))
    words = [sys.executable, "-m", "arcload", *command.split()]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith("arcload: ")
    assert done.stderr.count("\n") == 1


_ODD_NAME = "t\x1b[31mown\x9b2J\u202e[bold][/x]\n\x07"


def test_escape_codes_in_names_do_not_reach_the_terminal(run: Run) -> None:
    arcload.write(FOUR_EDGES.replace(name=_ODD_NAME), "four.json")
    for words in (
        ("info", "four.json"),
        ("info", "four.json", "--json"),
        ("solve", "four.json", "--json", "-o", "a.json"),
        ("solve", "four.json"),
        ("compare", "four.json"),
        ("solve", "four.json", "--depot", "\x1b]0;x\x07"),
        ("info", "\x1b[2J.csv"),
    ):
        code, out, err = run(*words)
        assert code in (0, 2)
        odd = {character for character in out + err if ord(character) < 32 or character == "\x9b"}
        assert odd <= {"\n"}
        assert "\u202e" not in out + err
        if "--json" in words:
            assert json.loads(out)
        elif code == 0:
            assert "[bold][/x]" in out
    assert json.loads(Path("a.json").read_text())["instance"] == _ODD_NAME
