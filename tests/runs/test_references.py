"""Results of others."""

from pathlib import Path

import pytest

from arcload import InputError
from arcload.runs.references import read_references
from arcload.runs.run import HEADER
from tests.published import FOLDER, needs_published
from tests.runs.conftest import run_of


def write(folder: Path, name: str, text: str) -> Path:
    """Write a file and return it."""
    (folder / name).write_text(text)
    return folder / name


def test_a_file_of_the_papers_authors_is_read(tmp_path: Path) -> None:
    text = "Name,Number of edges,Cost,Time (ms),Time (s)\nE_1.txt,12,2574.4,75,0\n"
    (ea,) = read_references([write(tmp_path, "ea.csv", text)])
    assert (ea.name, ea.published) == ("EA", True)
    assert (ea.costs, ea.seconds, ea.edges) == (
        *({"E_1": (2574.4,)}, {"E_1": (0.075,)}, {"E_1": 12}),
    )


def test_a_plain_file_may_hold_several_methods_and_no_times(tmp_path: Path) -> None:
    text = "instance,method,cost\na,mine,1\na,yours,2\n"
    mine, yours = read_references([write(tmp_path, "costs.csv", text)])
    assert (mine.name, mine.costs, mine.seconds) == ("mine", {"a": (1.0,)}, {})
    assert (yours.name, yours.costs) == ("yours", {"a": (2.0,)})


def test_our_own_runs_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "before"
    folder.mkdir()
    file = write(folder, "runs.csv", HEADER + run_of(cost=7.0).to_row())
    (series,) = read_references([file])
    assert (series.name, series.costs) == ("auto in before", {"E_1": (7.0,)})
    assert not series.published


def test_a_folder_stands_for_its_files_the_papers_methods_first(tmp_path: Path) -> None:
    for name in ("other.csv", "ea.csv", "greedy.csv"):
        write(tmp_path, name, "name,cost\na,1\n")
    assert [one.name for one in read_references([tmp_path])] == ["GHC", "EA", "other"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("name,price\na,1\n", "line 1: there is no column 'cost'"),
        ("cost\n1\n", "line 1: there is no column 'name'"),
        ("name,cost\na,dear\n", "line 2: cost is 'dear'"),
        ("name,cost\na,-1\n", "line 2: cost is '-1'"),
        ("name,cost\na,1\na,2\n", "line 3: a stands twice"),
        ("name,cost\n,1\n", "line 2: name is empty"),
        ("name,cost\n", "no results, only its header"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError, match=r"wrong\.csv") as error:
        read_references([write(tmp_path, "wrong.csv", text)])
    assert words in str(error.value)


def test_two_references_of_one_name_are_refused(tmp_path: Path) -> None:
    one = write(tmp_path, "ea.csv", "name,cost\na,1\n")
    with pytest.raises(InputError, match="two references are called EA"):
        read_references([one, one])


@needs_published
def test_the_published_results_are_read() -> None:
    series = read_references([FOLDER / "published"])
    assert [one.name for one in series[:5]] == ["GHC", "ILS", "VNS", "ACO", "EA"]
    assert {len(one.costs) for one in series} == {126}
