"""Notes are collected on what is returned."""

import pickle
import threading
import warnings
from pathlib import Path

import arcload
from arcload import Note
from tests.maps.formats.samples import CSV
from tests.notes import noted


def test_a_note_reads_as_a_sentence() -> None:
    assert str(Note("no curb weight", "{curb_weight} gives one")) == (
        "no curb weight; curb_weight gives one"
    )
    assert str(Note("a {strange} name")) == "a {strange} name"


def test_notes_are_no_part_of_the_problem(tmp_path: Path) -> None:
    (tmp_path / "town.csv").write_text(CSV)
    instance = arcload.read(tmp_path / "town.csv", depot="a")
    silent = instance.replace(notes=())
    assert noted(instance.notes, "no curb weight")
    assert (instance == silent, hash(instance) == hash(silent)) == (True, True)
    assert pickle.loads(pickle.dumps(instance)).notes == instance.notes
    assert repr(instance).endswith("W=0, 1 note)")
    assert repr(silent).endswith("W=0)")


def test_a_change_settles_the_notes_that_advise_it(tmp_path: Path) -> None:
    (tmp_path / "town.csv").write_text(CSV)
    instance = arcload.read(tmp_path / "town.csv")
    assert [len(noted(instance.notes, what)) for what in ("no depot", "no curb weight")] == [1, 1]
    assert not noted(instance.replace(curb_weight=5).notes, "no curb weight")
    assert noted(instance.replace(curb_weight=5).notes, "no depot")
    assert not noted(instance.replace(depot="b").notes, "no depot")
    assert not noted(instance.replace(start="b", end="b").notes, "no depot")
    assert instance.replace(name="other").notes == instance.notes


def test_threads_keep_their_notes_apart(tmp_path: Path) -> None:
    collected: dict[str, tuple[Note, ...]] = {}

    def read(name: str) -> None:
        collected[name] = arcload.read(tmp_path / f"{name}.csv").notes

    names = [f"town{k}" for k in range(8)]
    for name in names:
        (tmp_path / f"{name}.csv").write_text(CSV)
    threads = [threading.Thread(target=read, args=[name]) for name in names]
    with warnings.catch_warnings(record=True) as caught:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not caught
    assert sorted(collected) == names
    for name, notes in collected.items():
        assert len(notes) == len(noted(notes, f"{name}.csv ")) == 2
