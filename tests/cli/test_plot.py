"""``arcload plot`` as a user runs it."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import arcload
from arcload.cli.main import main
from tests.examples import FOUR_EDGES

Run = Callable[[str], tuple[int, str]]

STARTS = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF", ".html": b"<!doctype html>"}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a function that runs a command line and gives exit code and stderr."""
    monkeypatch.chdir(tmp_path)
    town = arcload.generate("city", edges=40, seed=2)
    arcload.write(town, "town.json")
    arcload.solve(town, "greedy").save("tour.json")
    arcload.write(FOUR_EDGES, "four.json")
    arcload.solve(FOUR_EDGES, "greedy").save("four_tour.json")

    def call(line: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["arcload", "plot", *line.split()])
        with pytest.raises(SystemExit) as end:
            main()
        return int(end.value.code or 0), capsys.readouterr().err

    return call


@pytest.mark.parametrize(
    "line",
    [
        "town.json -o a.png",
        "town.json tour.json -o a.svg",
        "town.json tour.json -o a.png -o b.pdf -o c.html",
        "town.json tour.json --kind tour -o a.png",
        "town.json tour.json --kind load -o a.png",
        "tour.json --kind load -o a.png",
        "tour.json --kind convergence -o a.PNG",
        "four_tour.json --kind load -o a.png",
    ],
)
def test_each_picture_is_written_and_named(run: Run, line: str) -> None:
    code, err = run(line)
    files = [word for word in line.split() if word[:2] in ("a.", "b.", "c.")]
    assert code == 0
    assert err == "".join(f"arcload: note: wrote {file}\n" for file in files)
    for file in files:
        assert Path(file).read_bytes().startswith(STARTS[Path(file).suffix.lower()])


def test_a_page_is_the_one_that_the_library_writes(run: Run) -> None:
    """With the shortest tour beside it, which is found in a moment here."""
    run("town.json tour.json -o a.html")
    from arcload.views.page import write_page

    result = arcload.load_result("tour.json", arcload.read("town.json"))
    write_page(result, "b.html", arcload.compare(result).shortest.plan)
    assert Path("a.html").read_bytes() == Path("b.html").read_bytes()


def test_the_vehicle_is_that_of_the_result(run: Run) -> None:
    """The file says one curb weight, the result was solved for another."""
    town = arcload.read("town.json", curb_weight=7.0)
    arcload.solve(town, "greedy").save("tour.json")
    assert run("town.json tour.json -o a.html")[0] == 0
    assert '"curbWeight":7,' in Path("a.html").read_text()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("town.json", "say where to draw to"),
        ("town.json -o a.jpg", "a.jpg: pictures are .png, .svg, .pdf or .html"),
        ("town.json -o a.html", "a page drives a tour; name its RESULT.json"),
        ("town.json tour.json --kind load -o a.html", "leave out --kind load"),
        ("town.json --kind tour -o a.png", "the picture 'tour' shows a tour"),
        ("town.json --kind laod -o a.png", "did you mean 'load'?"),
        ("town.json --kind load -o a.png", "'arcload-result/1' is needed here"),
        ("tour.json -o a.png", "'arcload-instance/1' is needed here"),
        ("four.json -o a.png", "'four edges' has no coordinates and cannot be drawn"),
        ("nowhere.json -o a.png", "nowhere.json: no such file"),
        ("town.json -o nowhere/a.png", "the folder nowhere is not there"),
        ("four.json tour.json -o a.png -o b.html", "is not in the network"),
    ],
)
def test_what_cannot_be_drawn_ends_in_one_sentence(run: Run, line: str, words: str) -> None:
    code, err = run(line)
    sentences = [each for each in err.splitlines() if "note:" not in each]
    assert code == 2
    assert len(sentences) == 1
    assert words in sentences[0]
    assert not [*Path().glob("a.*"), *Path().glob("b.*")]


def test_a_tour_of_another_town_is_refused(run: Run) -> None:
    arcload.write(arcload.generate("city", edges=40, seed=3), "other.json")
    code, err = run("other.json tour.json -o a.png")
    assert code in (1, 2)
    assert err.count("\n") == 1
    assert not Path("a.png").exists()


ISLANDS = """from,to,length,demand,name,from_lon,from_lat,to_lon,to_lat
A,B,120,30,High Street,8.500,47.3,8.501,47.3
B,A,110,10,Mill Lane,8.501,47.3,8.500,47.3
X,Y,50,5,Island Row,8.503,47.3,8.504,47.3
"""


def test_a_map_with_islands_is_drawn_with_the_islands_marked(run: Run) -> None:
    Path("town.csv").write_text(ISLANDS)
    code, err = run("town.csv -o a.svg")
    assert code == 0
    first, second = err.splitlines()
    assert "1 served edge (total length 50) that cannot be reached from the largest part" in first
    assert "3 (Island Row) at 47.30000,8.50300" in first
    assert "--" not in first
    assert second == "arcload: note: wrote a.svg"
    assert "#c62828" in Path("a.svg").read_text()


def test_a_plot_speaks_of_no_option_that_it_lacks(run: Run) -> None:
    """Neither the depot nor the curb weight matters to a picture of the streets."""
    Path("town.csv").write_text(ISLANDS.rsplit("X", 1)[0])
    assert run("town.csv -o a.svg") == (0, "arcload: note: wrote a.svg\n")
    assert "#c62828" not in Path("a.svg").read_text()
