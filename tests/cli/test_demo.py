"""``arcload demo`` as a user runs it."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import arcload
from arcload.cli.main import main

Run = Callable[[str], tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a function that runs a command line and gives (exit code, stdout, stderr).

    It searches for a tenth as long as users do: what is written and said is the same.
    """
    monkeypatch.setattr("arcload.cli.demo._ITERATIONS", 2000)
    monkeypatch.setattr("arcload.cli.demo_fleet._ITERATIONS", 2000)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")

    def call(line: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arcload", *line.split()])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return call


@pytest.fixture
def without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make matplotlib look as if it were not installed."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)


FILES = {"town.json", *(f"route.{kind}" for kind in ("json", "html", "gpx", "csv", "png"))}
FILES |= {"fleet.json", "plan.json", "plan.html", "plan.png"}
PICTURES = {"route.png", "plan.png"}
TIMED = {"route.json", "plan.json"}  # they tell how long the search took


def figures(out: str, name: str) -> list[float]:
    """Return the numbers in a row of the comparison."""
    (row,) = re.findall(rf"^{name} +([\d,.]+ .*)$", out, re.MULTILINE)
    return [float(number.replace(",", "")) for number in re.findall(r"[\d.,]*\d(?!%)\b", row)[:2]]


def test_files_are_written_and_agree(run: Run) -> None:
    from matplotlib.image import imread

    code, _, err = run("demo")
    assert (code, err) == (0, "")
    assert {file.name for file in Path("demo").iterdir()} == FILES
    town = arcload.read("demo/town.json")
    result = arcload.load_result("demo/route.json", town)
    assert len(town.edges) == 120
    assert arcload.check(result).cost == pytest.approx(result.cost)
    height, width, _ = imread("demo/route.png").shape
    assert width > height > 1000
    page = Path("demo/route.html").read_text()
    assert page.count('"edge":') == 2  # the tour, and the shortest one
    assert "<trkpt" in Path("demo/route.gpx").read_text()
    assert len(Path("demo/route.csv").read_text().splitlines()) > 50


def test_the_plan_of_two_vehicles_is_written_and_agrees(run: Run) -> None:
    _, out, _ = run("demo")
    town, fleet = arcload.read("demo/town.json"), arcload.read("demo/fleet.json")
    tour = arcload.load_result("demo/route.json", town).plan
    plan = arcload.load_result("demo/plan.json", fleet).plan
    assert arcload.check(plan).cost == pytest.approx(plan.cost)
    assert len(plan.routes) == 2
    assert plan.trips > 4
    assert {trip.facility for route in plan.routes for trip in route.trips} > {fleet.depot}
    assert plan.cost < tour.cost
    table = out.split("two vehicles that load on the way")[1]
    assert figures(table, "cost") == pytest.approx([tour.cost / 1e6, plan.cost / 1e6], rel=1e-5)
    assert figures(table, "trips") == [1, plan.trips]
    assert "both drive at the same time" in table
    assert "demo/plan.html" in table


@pytest.mark.usefixtures("without_matplotlib")
def test_the_comparison_is_that_of_the_library(run: Run) -> None:
    _, whole, _ = run("demo")
    out = whole.split("The same town with two vehicles")[0]
    result = arcload.load_result("demo/route.json", arcload.read("demo/town.json"))
    comparison = arcload.compare(result)
    assert comparison.saved > 0.1
    for name, attribute, unit in (("cost", "cost", 1e6), ("distance", "length", 1)):
        ours, theirs = (getattr(one, attribute) for one in (result.plan, comparison.shortest.plan))
        assert figures(out, name) == pytest.approx([ours / unit, theirs / unit], rel=1e-5)
    assert f"{comparison.saved:.1%} cheaper than the shortest tour" in out
    assert "is carried all the way" in out


def test_it_says_which_files_to_open(run: Run) -> None:
    _, out, _ = run("demo --edges 40 --seed 7 --out some/where")
    for name in FILES:
        assert f"some/where/{name}" in out
    assert re.search(r"open +some/where/route\.html", out)
    last = " ".join(out[out.index("plan it yourself") :].split())  # the last of all
    assert re.fullmatch(
        r".*python\S* -m pip install 'arcload\[studio\]' && \S+ studio \S+json", last
    )
    assert len(json.loads(Path("some/where/town.json").read_text())["edges"]) == 40


@pytest.mark.usefixtures("without_matplotlib")
def test_the_command_to_try_is_the_one_that_was_started(
    run: Run, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By its path, or by its name alone where the path finds it."""
    command = Path("some bin/arcload")
    command.parent.mkdir()
    command.touch(mode=0o755)
    for path, tried in (("/nowhere", "'some bin/arcload'"), (command.parent.resolve(), "arcload")):
        monkeypatch.setenv("PATH", str(path))
        monkeypatch.setattr(sys, "argv", [str(command), "demo", "--edges", "30"])
        with pytest.raises(SystemExit):
            main()
        out = capsys.readouterr().out
        assert re.search(rf"^try +{tried} compare demo/town\.json --curb-ratio 5 *$", out, re.M)


def test_the_same_seed_gives_the_same_files(run: Run) -> None:
    run("demo --edges 30 --out first")
    run("demo --edges 30 --out second")
    for name in sorted(FILES - TIMED):
        first, second = (Path(folder, name).read_bytes() for folder in ("first", "second"))
        if name.endswith(".html"):  # what is proven depends on the time that there was
            first, second = (re.sub(rb'"status":.*?}', b"", page) for page in (first, second))
        assert first == second, name


@pytest.mark.usefixtures("without_matplotlib")
def test_without_matplotlib_it_goes_on(run: Run) -> None:
    code, out, err = run("demo --edges 30")
    assert code == 0
    assert err.count("\n") == 1
    assert "install arcload[plot]" in err
    assert {file.name for file in Path("demo").iterdir()} == FILES - PICTURES
    assert not [name for name in PICTURES if name in out]


def test_a_file_in_place_of_the_folder_is_refused(run: Run) -> None:
    Path("demo").write_text("mine")
    code, _, err = run("demo")
    assert code == 2
    assert "demo: this is a file" in err
    assert Path("demo").read_text() == "mine"


def test_a_full_disk_leaves_the_old_files(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    run("demo --edges 30")
    before = {file.name: file.read_bytes() for file in Path("demo").iterdir()}
    monkeypatch.setattr(os, "replace", fail)
    code, _, err = run("demo --edges 30 --seed 5")
    assert (code, "cannot be written (No space left on device)" in err) == (2, True)
    assert {file.name: file.read_bytes() for file in Path("demo").iterdir()} == before
