"""``arcload solve``: the tour, its files, and what is said of them."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import arcload
from arcload.neural.serve.serving import FOLDER
from tests.cli.conftest import Run
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


def test_keep_depot_is_neither_advised_nor_taken_where_it_leaves_nothing(run: Run) -> None:
    Path("lane.csv").write_text("from,to,length,demand,oneway\na,b,1,1,yes\nb,c,1,1,yes\n")
    code, _, err = run("solve lane.csv --depot a")
    assert (code, "--keep" in err) == (2, False)
    code, _, err = run("solve lane.csv --depot a --keep depot")
    assert (code, "nothing can be served from the depot 'a'" in err) == (2, True)


def test_a_town_without_demand_is_solved_and_that_is_said(run: Run) -> None:
    Path("lane.csv").write_text("from,to,length,demand\na,b,1,0\nb,c,1,0\n")
    code, _, err = run("solve lane.csv")
    assert code == 0
    assert "nothing is to be served: none of 2 streets has a demand above 0" in err


def test_summary_without_json_names_the_units(run: Run) -> None:
    code, out, _ = run("solve four.json")
    assert code == 0
    assert "275 kg km" in out
    assert "20 km" in out


def test_notes_are_shown_when_all_went_well_and_an_error_stands_alone(run: Run) -> None:
    Path("lane.csv").write_text("from,to,length,demand\na,b,1,1\n")
    code, _, err = run("solve lane.csv")
    assert (code, err.count("names no depot"), err.count("no curb weight")) == (0, 1, 1)
    for wrong in ("--method gredy", "--threads 0", "--seed -1", "--time -1", "--iterations -1"):
        code, out, err = run(f"solve lane.csv {wrong}")
        assert (code, out, err.count("\n")) == (2, "", 1)


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


def solved(run: Run, line: str) -> float:
    """Return the cost of a tour."""
    code, out, err = run(f"solve {line} --json")
    assert (code, err) == (0, "")
    return float(json.loads(out)["cost"])


@pytest.fixture
def city(run: Run) -> Run:
    """Return a command line beside a city."""
    arcload.write(arcload.generate("city", edges=40, seed=3), "city.json")
    return run


def test_more_effort_gives_cheaper_tours(city: Run) -> None:
    lines = ("", "--samples 16", "--samples 16 --polish")
    greedy, sampled, polished = (
        solved(city, f"city.json --method arc-drl {line}") for line in lines
    )
    assert polished <= sampled <= greedy
    assert polished < greedy


def test_the_temperature_counts(city: Run) -> None:
    """Samples are likely tours, hot ones are tours by chance, no better than the greedy."""
    sampled, hot, greedy = (
        solved(city, f"city.json --method arc-drl {line}")
        for line in ("--samples 32 --temperature 1", "--samples 32 --temperature 1000", "")
    )
    assert sampled < greedy
    assert hot == greedy


def test_a_model_by_its_name_or_its_file(city: Run) -> None:
    shutil.copy(FOLDER / "default.safetensors", "own.safetensors")
    costs = {
        solved(city, f"city.json --method arc-drl {line}")
        for line in ("", "--model default", "--model own.safetensors")
    }
    assert len(costs) == 1


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--samples 3", "--samples is for --method arc-drl; auto does not use it"),
        ("--method ea --polish", "--polish is for --method arc-drl; ea does not use it"),
        ("--method vns --model default", "--model is for --method arc-drl"),
        ("--method arc-drl --samples -1", "samples is -1; it must be a whole number, 0 or more"),
        ("--method arc-drl --temperature 0", "temperature is 0.0; it must be above 0"),
        ("--method arc-drl --model defalt", "(did you mean 'default'?)"),
        ("--method arc-drl --model no.safetensors", "no.safetensors: there is no such file"),
        ("--method arc-drl --model bad.safetensors", "bad.safetensors: cannot be read as weights"),
    ],
)
def test_mistakes_end_in_one_sentence(run: Run, line: str, sentence: str) -> None:
    whole = (FOLDER / "default.safetensors").read_bytes()
    Path("bad.safetensors").write_bytes(whole[: len(whole) // 2])
    code, out, err = run(f"solve four.json {line} -o out.json")
    assert (code, out) == (2, "")
    assert err.startswith("arcload: ")
    assert err.count("\n") == 1
    assert sentence in err
    assert not Path("out.json").exists()


@pytest.mark.parametrize(("seconds", "noted"), [(3.5, True), (0.5, False)])
def test_a_slow_start_is_explained_where_kernels_can_be_kept(
    run: Run, monkeypatch: pytest.MonkeyPatch, seconds: float, noted: bool
) -> None:
    result = replace(arcload.solve(FOUR_EDGES, "greedy"), startup_seconds=seconds)
    monkeypatch.setattr("arcload.solving.solve.solve", lambda *given, **named: result)
    monkeypatch.setattr("arcload.engine.kernels.cache.can_keep", lambda: True)
    code, _, err = run("solve four.json --method greedy")
    assert (code, "'arcload warmup'" in err) == (0, noted)


def test_the_driver_gets_a_map_on_his_paper_and_a_list_with_commas(run: Run) -> None:
    arcload.write(arcload.generate("city", edges=30, seed=1), "town.json")
    command = "solve town.json --method greedy -o map.pdf -o route.csv --paper a3 --decimal-comma"
    assert run(command)[0] == 0
    assert b"/MediaBox" in Path("map.pdf").read_bytes()
    assert Path("route.csv").read_text(encoding="utf-8-sig").startswith("number;instruction;")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--paper a5 -o map.pdf", "'a5' is unknown"),
        ("--paper a3 -o route.csv", "--paper is for the printed map"),
        ("--decimal-comma", "--decimal-comma is for the driver's list"),
    ],
)
def test_settings_of_files_that_are_not_written_are_refused(
    run: Run, options: str, words: str
) -> None:
    code, _, err = run(f"solve four.json {options}")
    assert (code, words in err) == (2, True)


@pytest.mark.parametrize("option", ["", " --json"])
def test_what_auto_writes_and_shows_is_no_dearer_than_the_shortest_tour(
    run: Run, option: str
) -> None:
    town = arcload.generate("city", edges=60, curb_ratio=5, seed=2)
    arcload.write(town, "town.json")
    little = "--iterations 1 --threads 1 --no-bound"
    assert arcload.compare(arcload.solve(town, iterations=1, threads=1, bound=False)).saved < 0
    code, out, err = run(f"solve town.json {little} -o r.json -o r.csv -o r.html{option}")
    assert code == 0
    assert "search longer" not in out
    assert err.count("wrote") == (0 if option else 3)
    result = arcload.load_result("r.json", town)
    assert result.cost == pytest.approx(arcload.compare(result).shortest.plan.cost)
    if option:
        assert json.loads(out)["cost"] == result.cost
    code, out, _ = run(f"solve town.json {little} --method greedy")
    assert "search longer" in out
