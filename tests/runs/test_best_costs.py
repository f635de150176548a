"""The best known costs of instances, from a file."""

from pathlib import Path

import pytest

from arcload import InputError
from arcload.runs.best_costs import BestCost, read_best_costs
from tests.published import FOLDER, needs_published


def write(folder: Path, text: str) -> Path:
    """Write a file and return it."""
    (folder / "best.csv").write_text(text)
    return folder / "best.csv"


@pytest.mark.parametrize(
    "text",
    [
        "set,instance,best_known,proven_optimal\nold,a,12,yes\nold,b,7.5,\n",
        "Best,Name,Set\n12,a,old\n7.5,b,old\n",
        "name,cost,set\na,12,old\nb,7.5,old\n",
    ],
)
def test_a_file_is_read_by_its_header(tmp_path: Path, text: str) -> None:
    costs = read_best_costs(write(tmp_path, text))
    proven = "proven_optimal" in text
    assert costs == {"a": BestCost(12, "old", proven), "b": BestCost(7.5, "old")}


def test_a_set_need_not_be_named(tmp_path: Path) -> None:
    assert read_best_costs(write(tmp_path, "instance,best\na,12\n")) == {"a": BestCost(12, "")}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("instance,price\na,1\n", "line 1: there is no column 'best_known'"),
        ("best_known\n1\n", "line 1: there is no column 'instance'"),
        ("instance,best\na,cheap\n", "line 2: best is 'cheap'"),
        ("instance,best\na,-1\n", "line 2: best is '-1'"),
        ("instance,best\na,1\na,2\n", "line 3: a stands twice"),
        ("instance,best\n", "the file has no costs"),
        ("", "the file is empty"),
        ('instance,best\na,"1" 2\n', "line 2: this is no CSV"),
        ('instance,"best', "line 1: this is no CSV"),
    ],
)
def test_another_file_is_refused(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(InputError, match=r"best\.csv") as error:
        read_best_costs(write(tmp_path, text))
    assert words in str(error.value)


@needs_published
def test_the_published_costs_are_read() -> None:
    costs = read_best_costs(FOLDER / "carp" / "best_known.csv")
    assert costs["kshs1"] == BestCost(14661, "kshs", proven=True)
    assert len(costs) == 169
