"""Files by name, in a sensible order."""

from dataclasses import replace
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
    names = ["E_1", "large_12", "town", "7", "north-3", "val10A", "egl-e1-A", "Lpr-a-01", "2B"]
    groups = ["E", "large", "town", "7", "north", "val", "egl-e", "Lpr-a", "2B"]
    assert [group_of(name) for name in names] == groups
    for names in (["C_1", "E_9", "E_10"], ["7", "town", "val2B", "val10A"], ["a1", "a01b", "a1b"]):
        assert sorted(sorted(names), key=by_number) == names


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


def test_the_digest_changes_with_the_rules_of_a_fleet() -> None:
    fleet = FOUR_EDGES.replace(capacity=105)
    changed = [
        FOUR_EDGES,
        fleet.replace(capacity=110),
        fleet.replace(count=3),
        fleet.replace(fixed_cost=1),
        fleet.replace(vehicles=(fleet.vehicle, replace(fleet.vehicle, label="other"))),
        fleet.replace(vehicles=(fleet.vehicle, replace(fleet.vehicle, closed=(3,)))),
        fleet.replace(facilities=[arcload.Facility(2)]),
        fleet.replace(facilities=[arcload.Facility(2, visit_cost=1)]),
        fleet.replace(facilities=[arcload.Facility(2)], refill_at_depot=False),
        fleet.replace(count=3, objective="balance"),
        fleet.replace(allow_unserved=True),
        fleet.replace(serve_costs=[(1, 1)] * 4),
        fleet.replace(priorities=[1, 2, 1, 1]),
    ]
    assert len({digest(instance) for instance in [fleet, *changed]}) == 14
    assert digest(fleet.replace(name="other")) == digest(fleet)


def test_what_the_reader_takes_is_handed_on(folder: Path) -> None:
    heavy = read_instances([folder], curb_weight=7)
    assert {instance.curb_weight for instance in heavy.values()} == {7}
