"""Shortest walks kept for the next call."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arcload
from arcload.solving.postman import kept_walks
from arcload.solving.postman.kept_walks import KeptWalk, keep_walk, kept_walk

TOWN = arcload.Instance.from_edges([(1, 2, 3.0, 1.0), (2, 3, 5.0, 1.0), (3, 1, 2.0, 0.0)], depot=1)
WALK = KeptWalk([(0, 0), (1, 0), (2, 0)])


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_walks, "_folder", lambda: tmp_path / "kept")


def test_it_is_found_again_in_memory_whatever_the_load() -> None:
    assert kept_walk(TOWN) is None
    keep_walk(TOWN, WALK, in_file=False)
    assert kept_walk(TOWN) == WALK
    assert kept_walk(TOWN.replace(curb_weight=7.0, demands=2 * TOWN.demands)) == WALK


@pytest.mark.parametrize(
    "change",
    [
        {"lengths": TOWN.lengths + 1e-12},
        {"demands": np.array([1.0, 1.0, 1.0])},
        {"end": 2},
        {"mode": "collect"},
    ],
)
def test_another_network_has_none(change: dict[str, Any]) -> None:
    keep_walk(TOWN, WALK, in_file=True)
    kept_walks._memory.clear()
    assert kept_walk(TOWN.replace(**change)) is None


@pytest.mark.parametrize(
    "walk", [WALK, WALK._replace(bound=9.1, seconds=60.0), WALK._replace(bound=0.0, seconds=1e-9)]
)
def test_it_is_found_again_in_its_file(tmp_path: Path, walk: KeptWalk) -> None:
    keep_walk(TOWN, walk, in_file=True)
    kept_walks._memory.clear()
    assert len(list((tmp_path / "kept").iterdir())) == 1
    assert kept_walk(TOWN) == walk


@pytest.mark.parametrize("damage", ["cut off", "changed", "another's", "empty"])
def test_a_damaged_or_foreign_file_is_not_believed(tmp_path: Path, damage: str) -> None:
    keep_walk(TOWN, WALK, in_file=True)
    kept_walks._memory.clear()
    (file,) = (tmp_path / "kept").iterdir()
    content = file.read_bytes()
    other = file.with_name("0" * 64 + ".walk")
    if damage == "another's":
        keep_walk(TOWN.replace(end=2), KeptWalk(WALK.drives[:2]), in_file=True)
        kept_walks._memory.clear()
        other = next(one for one in (tmp_path / "kept").iterdir() if one != file)
        file.write_bytes(other.read_bytes())
    else:
        changed = content[:-1] + bytes([content[-1] ^ 1])
        file.write_bytes({"cut off": content[:-8], "changed": changed, "empty": b""}[damage])
    assert kept_walk(TOWN) is None


@pytest.mark.parametrize(
    "drives", [[(0, 0), (1, 0)], [(0, 0), (2, 0)], [(0, 1), (1, 0)], [(0, 0), (9, 0)], []]
)
def test_what_is_no_walk_of_the_network_is_not_believed(drives: list[tuple[int, int]]) -> None:
    keep_walk(TOWN, KeptWalk(drives), in_file=True)
    assert kept_walk(TOWN) is None


def test_a_folder_that_cannot_be_made_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("a file")
    keep_walk(TOWN, WALK, in_file=True)
    assert kept_walk(TOWN) == WALK


def test_few_files_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_walks, "_MOST_FILES", 2)
    for length in range(1, 6):
        keep_walk(TOWN.replace(lengths=TOWN.lengths * length), WALK, in_file=True)
    assert len(list((tmp_path / "kept").iterdir())) == 2
