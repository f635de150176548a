"""``arcload compare`` and the routes that commands write."""

import csv
import json
import sys
from collections.abc import Callable
from pathlib import Path

import gpxpy
import pytest

import arcload
from arcload.cli.main import main
from arcload.model.result_file import read_result
from tests.examples import FOUR_EDGES
from tests.routes.towns import town

Run = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a function that runs a command line and gives (exit code, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)
    arcload.write(FOUR_EDGES.replace(length_unit="km", load_unit="kg"), "four.json")
    arcload.write(town(), "town.json")

    def call(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arcload", *line.split()])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return call


def test_compare_shows_every_figure_of_both_tours(run: Run) -> None:
    code, out, _ = run("compare four.json")
    assert code == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[2:6] == [
        "cost 275 kg km 325 kg km -15.4%",
        "load-distance 275 kg km 325 kg km -15.4%",
        "distance 20 km 14 km +42.9%",
        "deadhead 6 km 0 km from 0",
    ]
    assert "verdict 15.4% cheaper than the shortest tour, 42.9% longer" in lines
    assert "the shortest tour no tour is shorter" in lines


def test_hours_and_fuel_stand_in_every_summary(run: Run) -> None:
    """20 km and 14 km, of which 14 km are served at 10 km/h and the rest driven at 40."""
    options = "--speed serve=10,drive=40 --fuel 20,1000,2 --leave 23:00"
    code, out, _ = run(f"compare four.json {options}")
    assert code == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "hours 1:33 1:24 +10.7%" in lines
    assert "litres 6.75 6.05 +11.6%" in lines
    assert "fuel cost 13.50 12.10 +11.6%" in lines
    run(f"solve four.json {options} -o a.json")
    for line in ("solve four.json " + options, "check four.json a.json"):
        out = " ".join(run(line)[1].split())
        assert "hours 1:33, 23:00 to 00:33 +1 fuel 6.75 litres, at a cost of 13.50" in out
    found = json.loads(run(f"compare four.json {options} --json")[1])
    assert found["tour"]["hours"] == pytest.approx(1.55)
    assert found["tour"]["litres"] == pytest.approx(6.75)
    assert found["shortest"]["fuel_cost"] == pytest.approx(12.1)
    solved = json.loads(run(f"solve four.json {options} --json")[1])
    assert (solved["litres"], solved["fuel_cost"]) == pytest.approx((6.75, 13.5))
    assert solved["routes"][0]["litres"] == pytest.approx(6.75)


def test_compare_says_when_the_load_hardly_matters(run: Run) -> None:
    _, out, _ = run("compare four.json --curb-weight 100000")
    assert "the load hardly matters here: any shortest tour will do" in out


def test_compare_takes_a_tour_and_the_vehicle_it_was_solved_for(run: Run) -> None:
    run("solve four.json --curb-weight 50 --method greedy -o r.json")
    code, out, _ = run("compare four.json --tour r.json --json")
    found = json.loads(out)
    result = read_result("r.json")
    assert (code, found["tour"]["cost"]) == (0, result.cost)
    _, out, _ = run("compare four.json --tour r.json --curb-ratio 0 --json")
    assert json.loads(out)["tour"]["cost"] == result.load_distance


def test_more_time_goes_on_with_a_shortest_tour_that_is_not_proven(run: Run) -> None:
    pieces = arcload.generate("city", edges=60, seed=1, served=0.5)
    arcload.write(pieces, "pieces.json")
    arcload.solve(pieces, method="greedy").save("tour.json")
    _, quick, said = run("compare pieces.json --tour tour.json --proof-time 0")
    assert "the shortest that was found" in quick
    assert "'--proof-time 600' goes on looking for a shorter tour and for a proof" in said
    _, proven, said = run("compare pieces.json --tour tour.json --proof-time 600")
    assert "no tour is shorter" in proven
    assert "--proof-time" not in said


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("four.json --proof-time -1", "--proof-time is -1; it must be 0 or more"),
        ("four.json --proof-time 9 --capacity 100", "--proof-time is for one tour without turns"),
        ("four.json --proof-time 9 --u-turn 5", "--proof-time is for one tour without turns"),
        ("four.json --tour tour.json --time 9", "--time is for a search, and --tour names"),
    ],
)
def test_times_that_are_not_used_are_refused(run: Run, options: str, message: str) -> None:
    code, out, err = run(f"compare {options}")
    assert (code, out) == (2, "")
    assert message in err


def test_compare_refuses_a_tour_of_another_network(run: Run) -> None:
    run("solve town.json --method greedy -o r.json")
    code, out, err = run("compare four.json --tour r.json")
    assert (code, out, err.count("\n")) == (1, "", 1)


def test_compare_writes_the_tour_it_found(run: Run) -> None:
    code, _, err = run("compare four.json -o list.csv -o tour.json")
    assert code == 0
    assert "wrote list.csv" in err
    assert read_result("tour.json").cost == 275


def test_solve_says_what_is_saved(run: Run) -> None:
    _, out, _ = run("solve four.json")
    assert "verdict         15.4% cheaper than the shortest tour, 42.9% longer" in out


def test_solve_points_to_compare_where_the_summary_cannot_wait(run: Run) -> None:
    arcload.write(arcload.generate("city", edges=201, seed=1, served=0.2), "large.json")
    _, out, err = run("solve large.json --method greedy")
    assert "verdict" not in out
    assert "'arcload compare large.json' shows what is saved" in err


def test_solve_names_the_options_that_compare_needs(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A saved result states its vehicle, and not how the streets were read."""
    monkeypatch.setattr("arcload.solving.compare.quick_comparison", lambda result: None)
    rows = [f"{tail},{tail + 1},10\n" for tail in range(1, 21)]
    Path("large.csv").write_text("from,to,length\n" + "".join(rows))
    asked = "solve large.csv --method greedy --depot 1 --demand-per-km 100 --load-unit kg"
    needed = "--demand-per-km and --load-unit"
    _, _, err = run(f"{asked} -o r.json")
    assert f"'arcload compare large.csv --tour r.json' with the same {needed} shows" in err
    line = "compare large.csv --tour r.json --demand-per-km 100 --load-unit kg --proof-time 0"
    assert run(line)[0] == 0
    _, _, err = run(asked)
    needed = "--demand-per-km, --load-unit and --depot"
    assert f"'arcload compare large.csv' with the same {needed} shows" in err


def test_solve_writes_several_routes_at_once(run: Run) -> None:
    code, _, err = run("solve town.json --method greedy -o r.json -o r.gpx -o r.geojson -o r.csv")
    assert (code, err.count("wrote r.")) == (0, 4)
    result = read_result("r.json")
    track = gpxpy.parse(Path("r.gpx").read_text())
    assert track.length_2d() == pytest.approx(result.length, rel=0.01)
    assert len(json.loads(Path("r.geojson").read_text())["features"]) == len(result.walk)
    with Path("r.csv").open(encoding="utf-8-sig", newline="") as file:
        assert next(csv.reader(file))[:3] == ["number", "instruction", "street"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("solve four.json -o a.csv -o a.gpx", "GPX needs longitude and latitude"),
        ("solve four.json -o a.geojson", "'four edges' has no coordinates"),
        ("compare four.json -o a.xyz", "'.xyz' is no format of a route"),
        ("compare four.json -o four.json", "this is the input"),
        ("compare four.json --tour missing.json", "missing.json: no such file"),
        ("compare town.json -o no/a.csv", "the folder no is not there"),
    ],
)
def test_what_cannot_be_written_is_refused_before_the_search(
    run: Run, line: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcload.solving.solve.solve", lambda *_, **__: pytest.fail("it searched"))
    before = {path: path.read_bytes() for path in Path().iterdir()}
    code, out, err = run(line)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert words in err
    assert {path: path.read_bytes() for path in Path().iterdir()} == before


def interrupt(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_the_tour_is_kept_when_the_search_for_the_shortest_is_interrupted(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcload.solving.compare.shortest_tour", interrupt)
    code, _, err = run("compare town.json -o r.json -o r.html")
    assert code == 130
    assert "wrote r.json, without the shortest one" in err
    arcload.load_result("r.json", arcload.read("town.json"))
    assert Path("r.html").exists()


@pytest.mark.parametrize("today", ["", " --today today.txt"])
def test_an_interrupt_leaves_the_shortest_tour_that_is_known(
    run: Run, monkeypatch: pytest.MonkeyPatch, today: str
) -> None:
    known = arcload.compare(FOUR_EDGES).shortest
    Path("today.txt").write_text("1\n2\n3\n4\n")
    monkeypatch.setattr("arcload.solving.compare.shortest_tour", interrupt)
    code, out, err = run(f"compare four.json -o r.json{today}")
    assert code == (130 if today else 0), err
    assert ("no tour is shorter" in out) == (not today)
    assert known.exact
    assert "wrote r.json" in err


def test_solve_shows_and_writes_its_tour_when_the_comparison_is_interrupted(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arcload.solving.compare.shortest_tour", interrupt)
    code, out, err = run("solve town.json --time 0.1 -o r.html")
    assert code == 0
    assert "cost" in out
    assert "verdict" not in out
    assert "wrote r.html" in err
    assert Path("r.html").exists()
