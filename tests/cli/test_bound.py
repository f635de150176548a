"""Bounds on the command line: proven, written, checked again, refused when tampered with."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload.model.result import relative_gap
from arcload.model.result_file import read_result
from arcload.proofs.bound_file import _digest
from tests.cli.conftest import Run


@pytest.fixture
def streets(run: Run) -> Run:
    """Return a command line beside files whose proofs are of each kind."""
    arcload.write(
        arcload.generate("eulerian", nodes=9, edges=24, curb_ratio=0, seed=2), "dense.json"
    )
    arcload.write(
        arcload.generate("eulerian", nodes=6, edges=12, demand="proportional", seed=2), "even.json"
    )
    return run


def test_the_optimum_of_the_four_streets_is_proven(run: Run) -> None:
    code, out, err = run("bound four.json --json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert found["lower_bound"] == found["best"] == 275
    assert (found["gap"], found["kind"]) == (0, "subsets")
    assert found["seconds"] >= 0


@pytest.mark.parametrize(
    ("file", "kind"), [("four.json", "subsets"), ("dense.json", "labels"), ("even.json", "smith")]
)
def test_a_bound_is_written_and_proven_again(streets: Run, file: str, kind: str) -> None:
    code, out, err = streets(f"bound {file} --time 60 -o bound.json")
    assert code == 0
    assert "0.00%: proven optimal" in out
    assert "bound.json" in err
    assert arcload.load_bound("bound.json").kind == kind
    code, out, _ = streets(f"check {file} --bound bound.json")
    assert (code, "bound.json is in order" in out) == (0, True)


def test_a_bound_is_held_against_the_tour_that_is_given(streets: Run) -> None:
    assert streets("solve dense.json --method greedy -o tour.json")[0] == 0
    cost = read_result("tour.json").cost
    code, out, _ = streets("bound dense.json --tour tour.json --json")
    assert code == 0
    assert json.loads(out)["best"] <= cost
    assert streets("bound dense.json --tour tour.json -o bound.json")[0] == 0
    code, out, _ = streets("check dense.json tour.json --bound bound.json")
    assert code == 0
    assert "tour.json is in order" in out
    assert "bound.json is in order" in out


def test_a_depot_that_is_named_wins_over_that_of_the_tour(streets: Run) -> None:
    streets("solve four.json --method greedy -o tour.json")
    _, out, _ = streets("bound four.json --tour tour.json --depot 3 --json")
    there = arcload.read("four.json", depot=3)
    assert json.loads(out)["lower_bound"] == arcload.solve(there).cost


def _raise_bound(data: dict[str, Any]) -> None:
    data["lower_bound"] += 1


def _lower_best(data: dict[str, Any]) -> None:
    data["best"] -= 1


def _other_tour(data: dict[str, Any]) -> None:
    data["order"] = data["order"][1:] + data["order"][:1]


def _other_multipliers(data: dict[str, Any]) -> None:
    for stage in data["certificate"]["stages"]:
        stage["multipliers"] = [0.0] * len(stage["multipliers"])


def _higher_levels(data: dict[str, Any]) -> None:
    data["certificate"]["levels"][0] = 0


def _other_kind(data: dict[str, Any]) -> None:
    data["kind"] = "relaxation"


@pytest.mark.parametrize(
    "tamper",
    [_raise_bound, _lower_best, _other_tour, _other_multipliers, _higher_levels, _other_kind],
)
def test_a_tampered_bound_is_refused(
    streets: Run, tamper: Callable[[dict[str, Any]], None]
) -> None:
    streets("bound dense.json --time 60 -o bound.json")
    data = json.loads(Path("bound.json").read_text())
    tamper(data)
    Path("bound.json").write_text(json.dumps(data))
    code, out, err = streets("check dense.json --bound bound.json")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "changed after it was written" in err


@pytest.mark.parametrize(
    "tamper", [_raise_bound, _lower_best, _other_tour, _higher_levels, _other_kind]
)
def test_a_false_bound_is_refused_even_with_its_digest(
    streets: Run, tamper: Callable[[dict[str, Any]], None]
) -> None:
    streets("bound dense.json --time 60 -o bound.json")
    data = json.loads(Path("bound.json").read_text())
    tamper(data)
    data["gap"] = relative_gap(data["best"], data["lower_bound"])
    data["digest"] = _digest(data)
    Path("bound.json").write_text(json.dumps(data))
    code, out, err = streets("check dense.json --bound bound.json")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "changed after it was written" not in err


def test_a_bound_for_another_vehicle_is_refused(streets: Run) -> None:
    streets("bound dense.json --time 60 --curb-weight 50 -o bound.json")
    assert streets("check dense.json --bound bound.json")[0] == 0
    code, _, err = streets("check dense.json --bound bound.json --curb-weight 0")
    assert code == 1
    assert "the bound was made for curb weight 50; this check uses curb weight 0" in err


def test_a_false_bound_names_the_vehicle_it_is_checked_with(streets: Run) -> None:
    streets("bound dense.json --time 60 --curb-weight 50 --end free -o bound.json")
    data = json.loads(Path("bound.json").read_text())
    _raise_bound(data)
    data["gap"] = relative_gap(data["best"], data["lower_bound"])
    data["digest"] = _digest(data)
    Path("bound.json").write_text(json.dumps(data))
    code, out, err = streets("check dense.json --bound bound.json")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "(checked with curb weight 50, end anywhere; dense.json says otherwise)" in err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{}", "schema"),
        ('{"schema": "arcload-bound/1"}', "missing"),
        ("[]", "object"),
        ("", "bound.json"),
    ],
)
def test_a_file_that_is_no_bound_is_named(run: Run, text: str, words: str) -> None:
    Path("bound.json").write_text(text)
    code, _, err = run("check four.json --bound bound.json")
    assert (code, err.count("\n")) == (2, 1)
    assert words in err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("check four.json", "nothing to check"),
        ("bound four.json --memory 0", "--memory is 0"),
        ("bound four.json --time -1", "time limit"),
        ("bound four.json -o four.json", "is the input"),
        ("bound four.json --tour absent.json", "absent.json"),
        ("solve four.json --gap -0.1", "gap is -0.1"),
        ("solve four.json --method exact --set share=2", "share is 2"),
        ("solve four.json --method beam --set width=0", "width is 0"),
    ],
)
def test_bad_input_is_one_sentence(run: Run, line: str, words: str) -> None:
    code, out, err = run(line)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err


def test_solve_stops_at_a_proven_gap_and_can_leave_proofs_out(streets: Run) -> None:
    result = json.loads(streets("solve dense.json --gap 0.5 --json")[1])
    assert result["gap"] <= 0.5
    result = json.loads(streets("solve dense.json --no-bound --iterations 50 --json")[1])
    assert result["status"] == "feasible"
    result = json.loads(streets("solve dense.json --iterations 50 --json")[1])
    assert result["status"] == "optimal"


def test_the_bound_of_a_fleet_is_written_and_proven_again(streets: Run) -> None:
    fleet = "--capacity 200 --load-factor 0.5"
    code, out, err = streets(f"bound four.json {fleet} --time 20 -o bound.json")
    assert (code, "best plan" in out) == (0, True), err
    code, out, err = streets("check four.json --bound bound.json")
    assert (code, "bound.json is in order" in out) == (0, True), err
