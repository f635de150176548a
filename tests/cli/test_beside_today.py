"""``arcload compare --today``."""

import json
from pathlib import Path

import numpy as np
import pytest

import arcload
from tests.cli.conftest import Run
from tests.examples import FOUR_EDGES
from tests.routes.towns import town
from tests.tracks import gpx


@pytest.fixture
def run(run: Run) -> Run:
    """Return a function that runs a command line, beside some routes of today."""
    Path("all.txt").write_text("1\n2\n4\n3\n")
    Path("some.txt").write_text("2\n1\n")
    return run


def rows(out: str) -> list[str]:
    return [" ".join(line.split()) for line in out.splitlines()]


def test_the_table_shows_today_the_shortest_and_ours(run: Run) -> None:
    code, out, err = run("compare four.json --today all.txt")
    assert (code, err) == (0, "")
    lines = rows(out)
    assert lines[2:8] == [
        "streets left out 0 0 0",
        "streets driven again 0 0 2",
        "cost 325 kg km 325 kg km 275 kg km -15.4%",
        "load-distance 325 kg km 325 kg km 275 kg km -15.4%",
        "distance 14 km 14 km 20 km +42.9%",
        "deadhead 0 km 0 km 6 km from 0",
    ]
    assert "verdict 15.4% cheaper than today's route, on all streets" in lines


def test_streets_left_out_are_told_and_the_same_streets_compared(run: Run) -> None:
    code, out, err = run("compare four.json --today some.txt")
    assert code == 0
    lines = rows(out)
    assert "streets left out 2 0 0 2" in lines
    assert "cost 550 kg km 325 kg km 275 kg km 150 kg km -72.7%" in lines
    assert "today leaves out 2 streets with a demand of 15 kg, 11.1% of all" in lines
    assert "on the same streets" in out
    assert err.count("note:") == 1


def test_a_fleet_has_more_rows_and_broken_rules_are_told(run: Run) -> None:
    command = "compare four.json --capacity 100 --speed 30 --time 0.1 --today all.txt"
    code, out, _ = run(command)
    assert code == 0
    lines = rows(out)
    assert any(line.startswith("trips 1 ") for line in lines)
    assert any(line.startswith("hours ") for line in lines)
    assert any(line.startswith("today breaks a rule ") and "135 kg" in line for line in lines)


def test_without_a_plan_of_the_same_streets_nothing_is_said_to_be_saved(run: Run) -> None:
    command = "compare four.json --capacity 100 --vehicles 1 --max-trips 1 --allow-unserved"
    code, out, _ = run(f"{command} --time 0.01 --today all.txt")
    assert code == 0
    lines = rows(out)
    assert "streets left out 0 1 1" in lines
    assert "same streets" not in out
    assert "%" not in out.split("verdict")[0]
    assert any(line.startswith("verdict no plan was found that keeps the rules") for line in lines)
    assert "today breaks a rule" in out


def test_json_has_todays_route(run: Run) -> None:
    code, out, _ = run("compare four.json --today all.txt --json")
    assert (code, json.loads(out)["today"]["cost"]) == (0, 325)


def test_the_page_shows_todays_route_beside_ours(run: Run) -> None:
    arcload.write(town(), "town.json")
    arcload.write_route(arcload.solve(town(), "greedy"), "day.gpx")
    code, _, err = run("compare town.json --today day.gpx --time 0.1 -o both.html")
    assert code == 0
    assert "wrote both.html" in err
    assert '"isToday":true' in Path("both.html").read_text()


@pytest.mark.parametrize(
    ("name", "text", "fact"),
    [
        ("a.gpx", "<gpx>", "line 1"),
        ("a.gpx", gpx(np.array([[0.0, 0.0], [0.1, 0.1]])), "0.00000,0.00000"),
        ("a.txt", "1\n99\n", "line 2"),
        ("a.kml", "<kml/>", ".kml"),
        ("a.json", "{}", "schema"),
    ],
)
def test_a_damaged_route_is_refused_in_one_sentence(
    name: str, text: str, fact: str, run: Run
) -> None:
    arcload.write(town(), "town.json")
    Path(name).write_text(text)
    code, out, err = run(f"compare town.json --today {name}")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert name in err
    assert fact in err


def test_todays_route_is_not_written_over(run: Run) -> None:
    before = Path("four.json").read_text()
    arcload.solve(FOUR_EDGES).save("r.json")
    kept = Path("r.json").read_text()
    code, _, err = run("compare four.json --today r.json -o r.json")
    assert (code, Path("r.json").read_text()) == (2, kept)
    assert "r.json" in err
    assert Path("four.json").read_text() == before
