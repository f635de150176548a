"""Files by name, in a sensible order."""

from pathlib import Path

import pytest

import arcload
from arcload import InputError
from arcload.runs.instances import by_number, digest, group_of, read_instances
from tests.examples import FOUR_EDGES


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with three instances and a note."""
    for name in ("large_10.json", "large_9.json"):
        arcload.write(FOUR_EDGES, tmp_path / name)
    arcload.write(arcload.generate("eulerian", nodes=5, edges=5, seed=1), tmp_path / "town.txt")
    (tmp_path / "README.md").write_text("notes")
    return tmp_path


def test_a_folder_stands_for_its_instances_in_order_of_their_numbers(folder: Path) -> None:
    assert list(read_instances([folder])) == ["large_9", "large_10", "town"]


def test_a_file_that_is_named_twice_is_read_once(folder: Path) -> None:
    assert len(read_instances([folder, folder / "town.txt"])) == 3


def test_two_files_of_one_name_are_refused(folder: Path) -> None:
    arcload.write(FOUR_EDGES, folder / "town.json")
    with pytest.raises(InputError, match=r"town.*has the same name"):
        read_instances([folder])


def test_a_folder_without_instances_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no instance"):
        read_instances([tmp_path])


def test_names_tell_their_set() -> None:
    names = ["E_1", "large_12", "town", "7", "north-3"]
    assert [group_of(name) for name in names] == ["E", "large", "town", "7", "north"]
    assert sorted(["E_10", "E_9", "C_1"], key=by_number) == ["C_1", "E_9", "E_10"]


def test_the_digest_changes_with_whatever_changes_the_cost() -> None:
    changed = [
        FOUR_EDGES.replace(curb_weight=1),
        FOUR_EDGES.replace(demands=FOUR_EDGES.demands * 2),
        FOUR_EDGES.replace(lengths=FOUR_EDGES.lengths * 2),
        FOUR_EDGES.replace(mode="collect"),
        FOUR_EDGES.replace(end=arcload.FREE),
    ]
    assert len({digest(instance) for instance in [FOUR_EDGES, *changed]}) == 6
    assert digest(FOUR_EDGES.replace(name="other")) == digest(FOUR_EDGES)
