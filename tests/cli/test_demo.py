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
    """Return a function that runs a command line and gives (exit code, stdout, stderr)."""
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


def costs(out: str) -> list[float]:
    """Return the costs in the table of the two tours."""
    rows = re.findall(r"^(?:the tour found|the same streets.*?)\s{2,}([\d,]+) ", out, re.MULTILINE)
    return [float(cost.replace(",", "")) for cost in rows]


def test_files_are_written_and_agree(run: Run) -> None:
    from matplotlib.image import imread

    code, _, err = run("demo")
    assert (code, err) == (0, "")
    assert {file.name for file in Path("demo").iterdir()} == {
        *("town.json", "result.json", "tour.png"),
    }
    town, result = arcload.read("demo/town.json"), arcload.load_result("demo/result.json")
    assert len(town.edges) == 120
    assert arcload.check(town, result).cost == pytest.approx(result.cost)
    height, width, _ = imread("demo/tour.png").shape
    assert width > height > 1000


@pytest.mark.usefixtures("without_matplotlib")
def test_the_reverse_order_is_as_long_and_dearer(run: Run) -> None:
    _, out, _ = run("demo")
    town, result = arcload.read("demo/town.json"), arcload.load_result("demo/result.json")
    backwards = arcload.best_directions(town, result.order[::-1])
    assert costs(out) == [round(result.cost), round(backwards.cost)]
    assert backwards.length == pytest.approx(result.length, rel=1e-3)
    assert f"just as long and costs {backwards.cost / result.cost - 1:.0%} more" in out


@pytest.mark.usefixtures("without_matplotlib")
def test_one_way_streets_are_named_when_the_way_back_is_longer(run: Run) -> None:
    _, out, _ = run("demo --seed 3")
    assert re.search(r"In reverse order it is \d+% longer and costs \d+% more", out)
    assert "one-way streets forbid the same way back" in out


def test_it_says_which_file_to_open(run: Run) -> None:
    _, out, _ = run("demo --edges 40 --seed 7 --out some/where")
    assert re.search(r"open +some/where/tour\.png", out)
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
        assert re.search(rf"^try +{tried} solve demo/town\.json --curb-ratio 5 *$", out, re.M)


def test_the_same_seed_gives_the_same_files(run: Run) -> None:
    run("demo --edges 30 --out first")
    run("demo --edges 30 --out second")
    for name in ("town.json", "tour.png"):
        assert Path("first", name).read_bytes() == Path("second", name).read_bytes()


@pytest.mark.usefixtures("without_matplotlib")
def test_without_matplotlib_it_goes_on(run: Run) -> None:
    code, out, err = run("demo --edges 30")
    assert code == 0
    assert err.count("\n") == 1
    assert "install arcload[plot]" in err
    assert not Path("demo/tour.png").exists()
    assert Path("demo/result.json").exists()
    assert "tour.png" not in out


def test_a_file_in_place_of_the_folder_is_refused(run: Run) -> None:
    Path("demo").write_text("mine")
    code, _, err = run("demo")
    assert code == 2
    assert "demo: this is a file" in err
    assert Path("demo").read_text() == "mine"


def test_a_failed_picture_leaves_the_old_one(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from matplotlib.figure import Figure

    def fail(self: Figure, path: Path, **options: object) -> None:
        path.write_bytes(b"half a picture")
        raise OSError(28, "No space left on device")

    run("demo --edges 30")
    before = Path("demo/tour.png").read_bytes()
    monkeypatch.setattr(Figure, "savefig", fail)
    code, _, err = run("demo --edges 30")
    assert (code, "cannot be written (No space left on device)" in err) == (2, True)
    assert Path("demo/tour.png").read_bytes() == before
    assert not list(Path("demo").glob(".*"))
