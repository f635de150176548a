"""The facilities that a user names stand in place of those of a file."""

from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import Facility, InputError
from tests.examples import FOUR_EDGES
from tests.notes import noted


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Give a file with facilities at 3, and at the depot 1."""
    facilities = [Facility(3, visit_cost=2), Facility(1, stop_minutes=5)]
    arcload.write(FOUR_EDGES.replace(facilities=facilities), tmp_path / "four.json")
    return tmp_path / "four.json"


@pytest.mark.parametrize("given", ["3,4", ["3", 4], ["3, 4"], [Facility(3, 2), 4]])
def test_places_are_named_and_keep_what_the_file_says_of_them(given: Any, file: Path) -> None:
    instance = arcload.read(file, facilities=given)
    assert set(instance.facilities) == {Facility(3, 2), Facility(4), Facility(1, 0, 5)}


def test_a_table_says_more_of_a_place(file: Path) -> None:
    instance = arcload.read(file, facilities=[{"place": "3", "stop_minutes": 7}, {"place": 4}])
    assert set(instance.facilities) == {Facility(3, 2, 7), Facility(4), Facility(1, 0, 5)}
    alone = arcload.read(file, facilities={"place": "4", "visit_cost": 1}, refill_at_depot=False)
    assert alone.facilities == (Facility(4, 1),)


def test_a_depot_without_refills_is_left_out(file: Path) -> None:
    instance = arcload.read(file, facilities="4", refill_at_depot=False)
    assert instance.facilities == (Facility(4),)
    assert noted(instance.notes, "the facilities of the file at 3, 1 are not used")


def test_facilities_of_ones_own_are_taken_as_they_are(file: Path) -> None:
    assert arcload.read(file, facilities=[Facility(2, 7)]).facilities == (Facility(2, 7),)
    assert arcload.read(file, facilities=[]).facilities == ()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("3,3", "the facility at 3 is given twice"),
        ("9", "facility '9' is not"),
        ([arcload.FREE], "at one place"),
        ([{"stop_minutes": 3}], "a facility has no place"),
        ([{"place": 3, "stop_minute": 3}], "did you mean 'stop_minutes'"),
    ],
)
def test_what_is_no_facility_is_refused(given: Any, words: str, file: Path) -> None:
    with pytest.raises(InputError, match=words) as caught:
        arcload.read(file, facilities=given)
    assert "four.json" in str(caught.value)
