"""The commands as a user runs them, in order."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload.cli.main import main
from tests.examples import FOUR_EDGES

KEYS = [
    "instance",
    "method",
    "cost",
    "lower_bound",
    "gap",
    "status",
    "length",
    "deadhead_length",
    "seconds",
    "iterations",
    "seed",
    "threads",
    "version",
    "order",
    "directions",
]


Run = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a function that runs a command line and gives (exit code, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)
    arcload.write(FOUR_EDGES.replace(length_unit="km", load_unit="kg"), "four.json")

    def call(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arcload", *line.split()])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return call


def test_solve_json_is_one_object_with_all_keys(run: Run) -> None:
    code, out, err = run("solve four.json --method greedy --seed 3 --json")
    result = json.loads(out)
    assert (code, err, out.count("\n")) == (0, "", 1)
    assert set(KEYS) <= set(result)
    assert (result["cost"], result["order"], result["directions"]) == (
        *(275.0, [1, 2, 3, 4], [1, 1, 1, 2]),
    )
    assert (result["lower_bound"], result["status"]) == (230.0, "feasible")
    assert result["gap"] == 275 / 230 - 1


def test_solve_writes_a_result_that_check_accepts(run: Run) -> None:
    assert run("solve four.json -o a.json -o b.json")[0] == 0
    assert run("check four.json a.json")[0] == 0
    walk = json.loads(Path("b.json").read_text())["walk"]
    assert [walk[0][key] for key in ("edge", "from", "to", "served")] == [1, 1, 2, True]


def test_check_refuses_a_cost_that_is_not_the_walks(run: Run) -> None:
    run("solve four.json -o a.json")
    result = json.loads(Path("a.json").read_text())
    Path("a.json").write_text(json.dumps(result | {"cost": 274.0}))
    code, out, err = run("check four.json a.json")
    assert (code, out) == (1, "")
    assert err == "arcload: the cost stated is 274.0, that of the walk is 275.0\n"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"load_distance": 200.0}, "load distance stated is 200.0, that of the walk is 275.0"),
        ({"status": "feasible"}, "status stated is 'feasible'"),
        ({"lower_bound": 100.0, "gap": 1.75}, "status stated is 'optimal'"),
        ({"lower_bound": 300.0, "gap": 0.0}, "lower bound stated is 300.0"),
        ({"lower_bound": 275.0, "gap": 0.5}, "gap stated is 0.5"),
    ],
)
def test_check_refuses_forged_figures(run: Run, changes: dict[str, Any], words: str) -> None:
    run("solve four.json -o a.json")
    data = json.loads(Path("a.json").read_text()) | changes | {"bound_history": []}
    Path("a.json").write_text(json.dumps(data))
    code, out, err = run("check four.json a.json")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert words in err


@pytest.mark.parametrize(("bound", "code", "words"), [(274.0, 0, ""), (276.0, 1, "276.0; some")])
def test_check_proves_the_bound_of_a_few_streets_again(
    run: Run, bound: float, code: int, words: str
) -> None:
    tour = arcload.Tour(FOUR_EDGES, (4, 3, 2, 1), (2, 1, 1, 1))
    arcload.Result(
        plan=tour,
        method="by hand",
        lower_bound=bound,
        status="feasible",
        seconds=0.0,
        startup_seconds=0.0,
        iterations=0,
        seed=1,
        threads=1,
        version="0",
    ).save("a.json")
    found, out, err = run("check four.json a.json")
    proven = re.search(r"lower bound +274\b.* proven again", out)
    assert (found, proven is not None, words in err) == (code, code == 0, True)


def test_check_says_that_the_bound_of_many_streets_is_only_stated(run: Run) -> None:
    run("generate city town.json --edges 40")
    assert run("solve town.json --method greedy -o a.json")[0] == 0
    code, out, _ = run("check town.json a.json")
    assert code == 0
    assert "as stated, not proven here" in out


def test_check_knows_the_vehicle_that_was_solved_for(run: Run) -> None:
    run("solve four.json --curb-weight 50 --end free --mode collect -o a.json")
    code, _, err = run("check four.json a.json")
    assert code == 0
    assert [line.removeprefix("arcload: note: ") for line in err.splitlines()] == [
        "checked with curb weight 50; four.json says otherwise",
        "checked with end anywhere; four.json says otherwise",
        "checked with mode collect; four.json says otherwise",
    ]


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--curb-weight 49", "curb weight 50; this check uses curb weight 49"),
        ("--curb-ratio 1", "curb weight 50; this check uses curb weight 135"),
        ("--start 2", "start 1; this check uses start 2"),
        ("--depot 2", "start 1, end anywhere; this check uses start 2, end 2"),
        ("--mode deliver", "mode collect; this check uses mode deliver"),
    ],
)
def test_check_says_which_settings_differ_when_it_refuses(
    run: Run, option: str, words: str
) -> None:
    run("solve four.json --curb-weight 50 --end free --mode collect -o a.json")
    code, out, err = run(f"check four.json a.json {option}")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.endswith(f" (the result was solved for {words})\n")


@pytest.mark.parametrize(
    ("options", "cost"),
    [
        ("", 275),
        ("--curb-weight 10", 475),
        ("--curb-ratio 2", 275 + 270 * 20),
        ("--end free --curb-weight 10", 275 + 170),
        ("--start free --end free", None),
        ("--depot 3", None),
        ("--mode collect", 275),
    ],
)
def test_solve_options_change_the_problem(run: Run, options: str, cost: float | None) -> None:
    code, out, _ = run(f"solve four.json {options} --json -o r.json")
    assert code == 0
    if cost is not None:
        assert json.loads(out)["cost"] <= cost
    assert run("check four.json r.json")[0] == 0


def test_keep_depot_goes_on_with_the_depots_part(run: Run) -> None:
    Path("two.csv").write_text("from,to,length,demand\na,b,1,1\nc,d,2,1\nd,e,3,1\n")
    code, out, err = run("solve two.csv --depot a --json")
    assert (code, out) == (2, "")
    assert "2 served edges (total length 5) cannot be reached from the depot 'a': 2, 3;" in err
    code, out, err = run("solve two.csv --depot a --keep depot --json -o r.json")
    assert (code, json.loads(out)["order"]) == (0, [1])
    assert "left out 2 served edges (total length 5)" in err
    assert run("check two.csv r.json")[0] == 0


def test_summary_without_json_names_the_units(run: Run) -> None:
    code, out, _ = run("solve four.json")
    assert code == 0
    assert "275 kg km" in out
    assert "20 km" in out


def test_info_counts_what_there_is(run: Run) -> None:
    code, out, _ = run("info four.json --json")
    facts = json.loads(out)
    assert code == 0
    assert (facts["edges"], facts["served"], facts["length"], facts["total_demand"]) == (
        *(4, 4, 14, 135),
    )
    assert "4 nodes, 4 edges" in run("info four.json")[1]


def test_info_leaves_out_what_says_nothing(run: Run) -> None:
    """No share of a curb weight of 0, no memory of a few bytes, and no plural of one."""
    Path("lane.csv").write_text("from,to,length,demand\na,a,1,1\n")
    out = run("info lane.csv --curb-weight 0")[1]
    assert [line.split() for line in out.splitlines()[1:]] == [
        ["network", "1", "node,", "1", "edge"],
        ["to", "be", "served", "1", "edge"],
        ["length", "1", "in", "all,", "1", "to", "be", "served"],
        ["special", "edges", "1", "loop"],
        ["demand", "1,", "1", "to", "1", "per", "edge"],
        ["curb", "weight", "0"],
        ["tour", "deliver,", "from", "'a'", "to", "'a'"],
    ]
    run("generate city town.json --edges 800")
    assert re.search(r"memory +1\.\d MiB of distances between \d+ nodes", run("info town.json")[1])


def test_notes_are_shown_when_all_went_well_and_an_error_stands_alone(run: Run) -> None:
    Path("lane.csv").write_text("from,to,length,demand\na,b,1,1\n")
    code, _, err = run("solve lane.csv")
    assert (code, err.count("names no depot"), err.count("no curb weight")) == (0, 1, 1)
    for wrong in ("--method gredy", "--threads 0", "--seed -1", "--time -1", "--iterations -1"):
        code, out, err = run(f"solve lane.csv {wrong}")
        assert (code, out, err.count("\n")) == (2, "", 1)


def test_files_written_are_described_in_words(run: Run) -> None:
    said = "arcload: note: wrote {}: 38 nodes, 60 edges, 60 to be served\n"
    assert run("generate city town.json --edges 60")[2] == said.format("town.json")
    assert run("convert town.json again.json")[2] == said.format("again.json")


def test_generate_convert_and_solve(run: Run) -> None:
    assert run("generate city --edges 60 --seed 4 town.json")[0] == 0
    assert run("convert town.json town.csv")[0] == 0
    depot = arcload.read("town.json").depot
    again = arcload.read("town.csv", depot=depot, curb_weight=0)
    assert again.lengths.tolist() == arcload.read("town.json").lengths.tolist()
    assert run("generate eulerian --nodes 10 --edges 18 --curb-ratio 5 -o e.txt")[0] == 0
    assert run("convert e.txt e.dat")[0] == 0
    assert len(arcload.read("e.dat", curb_weight=0).edges) == 18


def test_generate_to_standard_output(run: Run) -> None:
    code, out, err = run("generate rural --nodes 6 --edges 8")
    assert (code, err) == (0, "")
    assert json.loads(out)["schema"] == "arcload-instance/1"


def test_generate_paper_writes_the_set(run: Run) -> None:
    assert run("generate paper set --seed 2")[0] == 0
    assert len(list(Path("set").glob("*.txt"))) == 126
    assert arcload.read("set/large_48.txt").curb_weight > 0


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
        ("solve four.json --time abc", "Invalid value for '--time'"),
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


def test_nan_is_no_curb_weight(run: Run) -> None:
    assert run("solve four.json --curb-weight nan")[0] == 2


def test_solve_takes_limits_a_start_and_parameters(run: Run) -> None:
    run("generate city --edges 40 --seed 2 town.json")
    code, out, _ = run("solve town.json --iterations 500 --seed 4 --json -o first.json")
    first = json.loads(out)
    assert (code, first["method"], first["iterations"]) == (0, "auto", 500)
    code, out, _ = run("solve town.json --iterations 1 --warm-start first.json --json")
    assert json.loads(out)["cost"] <= first["cost"] * (1 + 1e-12)
    line = "solve town.json --no-improvement 300 --target 1e30 --set patience=9 --json"
    code, out, _ = run(line)
    result = json.loads(out)
    assert (code, result["parameters"]) == (0, {"patience": 9})
    assert result["iterations"] == 0, "any tour reaches that target"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("solve four.json --set patience", "not of the form NAME=VALUE"),
        ("solve four.json --set patiense=3", "did you mean 'patience'"),
        ("solve four.json --set patience=x", "patience is 'x'"),
        ("solve four.json --no-improvement 0", "must be 1 or more"),
        ("solve four.json --target -1", "target cost is -1"),
        ("solve four.json --warm-start four.json", "the schema is"),
        ("solve four.json --threads 0", "threads is 0"),
    ],
)
def test_bad_search_options_are_refused(run: Run, line: str, words: str) -> None:
    code, out, err = run(line)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
