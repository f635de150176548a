"""What commands print, piped and in terminals of any width."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import arcload
from arcload.cli import show
from arcload.cli.main import main
from arcload.model.tour import Tour
from arcload.solving.compare import Comparison, compare
from arcload.solving.methods.registry import METHODS
from tests.examples import FOUR_EDGES
from tests.routes.towns import town

Run = Callable[[str], str]

_COMMANDS = (
    "info town.json",
    "solve town.json --method greedy",
    "compare town.json --tour tour.json",
    "check town.json tour.json",
    "bound town.json --tour tour.json --time 0.1",
    "check town.json --bound bound.json",
    "methods",
    "bench town.json --methods greedy --out runs",
    "--help",
    "solve --help",
    "demo --edges 30",
)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a function that runs a command line and gives all that it prints."""
    monkeypatch.chdir(tmp_path)
    place = town()
    arcload.write(place, "town.json")
    result = arcload.solve(place, "greedy")
    result.save("tour.json")
    arcload.bound(place, tour=result, time=0.1).save("bound.json")
    capsys.readouterr()

    def call(line: str) -> str:
        monkeypatch.setattr(sys, "argv", ["arcload", *line.split()])
        with pytest.raises(SystemExit) as end:
            main()
        assert not end.value.code
        return "".join(capsys.readouterr())

    return call


@pytest.mark.parametrize("command", _COMMANDS)
def test_no_line_of_a_pipe_ends_in_blanks(run: Run, command: str) -> None:
    lines = run(command).splitlines()
    assert lines
    assert [line for line in lines if line != line.rstrip()] == []


def test_no_line_ends_in_blanks_among_colours(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = run("compare town.json --tour tour.json")
    assert "\x1b[" in out
    assert [line for line in out.splitlines() if line.endswith((" ", " \x1b[0m"))] == []


def test_a_pipe_gets_every_value_in_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COLUMNS", raising=False)
    place = arcload.read("town.json")
    arcload.write(place.replace(name="a long name " * 20), "long.json")
    assert run("info long.json").startswith("a long name " * 19)
    assert len(run("methods").splitlines()) == 1 + len(METHODS.built_in)


@pytest.mark.parametrize("columns", [20, 40, 80])
def test_no_figure_is_cut_in_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    show.print_table(("", "this tour", "shortest tour"), [("cost", "18,174,467.85", "20,467,120")])
    show.print_facts("title", [("lower bound", "18,174,467.85")])
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= columns
    assert "…" not in out
    assert out.count("8") == 4  # of the two 18,174,467.85


def verdicts() -> Iterator[str]:
    """Yield the verdicts on tours that cost what the shortest one costs, or nearly so."""
    for weight in (0.0, 1e7):
        instance = FOUR_EDGES.replace(curb_weight=weight)
        shortest = compare(arcload.solve(instance, "greedy")).shortest
        yield Comparison(shortest.plan, shortest).verdict


def test_no_tour_is_minus_zero_per_cent_cheaper() -> None:
    found = list(verdicts())
    assert all("0.0%" not in verdict for verdict in found)
    assert found[0].startswith("as expensive as the shortest tour")


def test_a_tour_that_is_the_shortest_saves_zero_and_not_minus_zero() -> None:
    shortest = compare(arcload.solve(FOUR_EDGES, "greedy")).shortest
    tour = Tour(FOUR_EDGES, shortest.plan.order, shortest.plan.directions)
    assert str(Comparison(tour, shortest).saved) == "0.0"
    assert show.change(-0.0) == "same"
    assert (show.change(-0.2), show.change(0.2)) == ("-20.0%", "+20.0%")
