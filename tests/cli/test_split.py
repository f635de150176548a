"""``arcload split``."""

import json
from pathlib import Path
from typing import Any

import pytest

import arcload
from tests.cli.conftest import Run

SOLVE = "solve four.json --method greedy --curb-weight 50 -o tour.json --json"


def test_a_tour_is_cut_into_trips_and_written(run: Run) -> None:
    run(SOLVE)
    code, out, err = run("split tour.json four.json --capacity 120 -o plan.json --json")
    assert (code, err) == (0, "")
    summary = json.loads(out)
    fleet = arcload.read("four.json", capacity=120, curb_weight=50)
    result = arcload.load_result("plan.json", fleet)
    assert summary["cost"] == result.cost == arcload.split(result, fleet).cost
    assert summary["trips"] == len(summary["routes"]) == result.plan.trips > 1
    assert summary["lower_bound"] is None
    assert run("check four.json plan.json")[0] == 0


def test_without_the_streets_those_of_the_tour_are_taken(run: Run) -> None:
    run(SOLVE)
    code, out, err = run("split tour.json --capacity 120")
    assert code == 0
    assert "2 vehicles, 2 trips" in out
    assert "route   trips   load     length   cost" in out
    assert "the streets are those that the tour drives" in err


def test_what_does_not_fit_is_refused(run: Run) -> None:
    run(SOLVE)
    for line, words in (
        ("split tour.json four.json", "give --capacity"),
        ("split tour.json four.json --capacity 99", "edge 1 has a demand of 100 kg"),
        ("split tour.json four.json --capacity 120 -o tour.json", "this is the input"),
        ("split tour.json four.json --capacity 120 --max-length 5", "break a limit"),
        ("split four.json --capacity 120", "schema"),
    ):
        code, out, err = run(line)
        assert (code, out) == (2, "")
        assert words in err
        assert len(err.splitlines()) == 1


def test_a_search_starts_from_a_tour_cut_into_trips_or_from_a_plan(run: Run) -> None:
    run(SOLVE)
    run("split tour.json four.json --capacity 120 -o plan.json")
    for start in ("tour.json", "plan.json"):
        line = f"solve four.json --capacity 120 --warm-start {start} --iterations 1 --json"
        code, out, _ = run(line)
        assert code == 0
        assert json.loads(out)["trips"] >= 2
    code, _, err = run("solve four.json --warm-start plan.json")
    assert code == 2
    assert "several trips" in err


def test_a_walk_without_figures_needs_the_streets(run: Run) -> None:
    run(SOLVE)
    data = json.loads(Path("tour.json").read_text())
    for step in data["walk"]:
        del step["length"]
    Path("bare.json").write_text(json.dumps(data))
    code, _, err = run("split bare.json --capacity 120")
    assert code == 2
    assert "crossing 1 states no" in err
    assert run("split bare.json four.json --capacity 120")[0] == 0


@pytest.mark.parametrize("option", ["--json", ""])
def test_the_summary_of_a_fleet_names_routes_hours_and_what_is_left_out(
    run: Run, option: str
) -> None:
    limits = "--capacity 120 --vehicles 1 --max-trips 1 --allow-unserved --speed serve=10,drive=20"
    code, out, _ = run(f"solve four.json {limits} --iterations 50 -o plan.json {option}")
    assert code == 0
    result = arcload.load_result("plan.json", arcload.read("four.json", **fleet_in("plan.json")))
    if option:
        summary = json.loads(out)
        assert summary["unserved"] == list(result.plan.unserved)
        assert summary["hours"] == result.plan.hours
        assert summary["routes"][0]["hours"] == result.plan.hours
    else:
        assert "1 vehicle, 1 trip" in out
        assert f"left out        {len(result.plan.unserved)} street" in out
        assert "a valid plan" in out
    assert run("check four.json plan.json")[0] == 0


def fleet_in(path: str) -> dict[str, Any]:
    """Return the settings that the file of a result states, as `arcload.read` takes them."""
    from arcload.model.result_file import read_result

    return read_result(path).vehicle()


def test_the_check_names_the_trip_that_breaks_a_rule(run: Run) -> None:
    run("solve four.json --capacity 120 --curb-weight 50 --iterations 50 -o plan.json")
    code, out, err = run("check four.json plan.json --capacity 100")
    assert (code, out) == (1, "")
    assert "trip 1 of route" in err
    data = json.loads(Path("plan.json").read_text())
    data["routes"][0]["trips"][0]["load"] += 1
    Path("wrong.json").write_text(json.dumps(data))
    code, _, err = run("check four.json wrong.json")
    assert code == 1
    assert "the load of trip 1 of route 1" in err
