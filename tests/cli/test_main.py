"""The command line as a whole: help, version, exit codes and what reaches the terminal."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import arcload
from tests.cli.conftest import Run
from tests.examples import FOUR_EDGES


def test_without_a_word_it_shows_its_help(run: Run) -> None:
    code, out, err = run("")
    assert (code, err) == (0, "")
    assert out == run("--help")[1]
    assert re.search(r"^Usage: arcload .*\n(.*\n)+Commands:\n  info  ", out)


def test_the_list_of_commands_cuts_nothing_short(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    commands = run("--help")[1].partition("Commands:\n")[2].splitlines()
    assert len(commands) >= 7
    assert all(re.fullmatch(r"  [a-z-]+ +[A-Z].*[^.]\.", line) for line in commands), commands


def test_methods_and_version(run: Run) -> None:
    code, out, _ = run("methods --json")
    assert code == 0
    assert "greedy" in json.loads(out)
    assert run("--version") == (0, f"arcload {arcload.__version__}\n", "")
    assert "greedy" in run("methods")[1]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("solve four.json --method gredy", "did you mean 'greedy'"),
        ("solve four.json --depot 9", "depot '9' is not in the network"),
        ("solve four.json --end nowhere", "end 'nowhere' is not in the network"),
        ("solve four.json --mode carry", "'deliver' or 'collect'"),
        ("solve four.json --tme 3", "--time"),
        ("solve four.json --time abc", "--time is 'abc'; it must be a number, written as 1.5"),
        ("solve four.json --capacity 100kg", "--capacity is '100kg'; it must be a number"),
        ("solve four.json --iterations 1.5", "--iterations is '1.5'; it must be a whole number"),
        ("solve four.json --time -1", "time limit is -1"),
        ("solve four.json --keep some", "'all' or 'depot'"),
        ("solve four.json --curb-weight 1 --curb-ratio 1", "give one"),
        ("solve four.json --curb-weight -3", "curb weight is -3"),
        ("solve four.json --format xml", "format 'xml' is unknown"),
        ("solve four.json -o four.json", "this is the input"),
        ("solve four.json -o out.xyz", "is no format of a route; use .json, .gpx"),
        ("solve four.json -o no/out.json", "the folder no is not there"),
        ("solve missing.json", "missing.json: no such file"),
        ("convert four.json four.json", "this is the input"),
        ("convert four.json four.xyz", "names no format; use one of .txt, .cpplc, .json, "),
        ("convert four.json four.xyz", "name the format with --to\n"),
        ("generate city four.xyz", "name the format with --format\n"),
        ("solve four.json --depot free", "give --start free and --end free"),
        ("solve four.json --depot 11", "depot '11' is not in the network\n"),
        ("generate paper", "needs a folder"),
        ("generate village", "there are no 'village' instances"),
        ("check four.json four.json", "the schema is 'arcload-instance/1'"),
        ("frobnicate", "No such command 'frobnicate'"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(run: Run, line: str, words: str) -> None:
    before = {path: path.read_bytes() for path in Path().iterdir()}
    code, out, err = run(line)
    assert (code, out) == (2, "")
    assert words in err
    assert err.startswith("arcload: ")
    assert err.count("\n") == 1
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


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
        code, out, err = run(" ".join(words))
        assert code in (0, 2)
        odd = {character for character in out + err if ord(character) < 32 or character == "\x9b"}
        assert odd <= {"\n"}
        assert "\u202e" not in out + err
        if "--json" in words:
            assert json.loads(out)
        elif code == 0:
            assert "[bold][/x]" in out
    assert json.loads(Path("a.json").read_text())["instance"] == _ODD_NAME
