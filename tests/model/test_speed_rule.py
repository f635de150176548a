"""Speeds by rule."""

import numpy as np
import pytest

from arcload import FREE, Vehicle
from arcload.model.speed_rule import ruled_speeds, speed_notes

TOWN = {
    "highway": ["primary", "residential", "service", "service"],
    "maxspeed": ["70", "DE:urban", "", "signals"],
}
ALL = np.ones(4, dtype=np.bool_)


def test_a_number_is_the_speed_everywhere() -> None:
    assert ruled_speeds(30, "the drive speed", {}, ALL).values.tolist() == [30] * 4


def test_the_limit_counts_where_it_can_be_told() -> None:
    rule = "highway=primary: 60; maxspeed * 0.8; else 20"
    ruled = ruled_speeds(rule, "the drive speed", TOWN, ALL)
    assert ruled.values == pytest.approx([60, 40, 20, 20])
    (note,) = ruled.notes
    assert note.startswith("2 streets have no maxspeed")


def test_without_an_end_some_speeds_are_unknown() -> None:
    values = ruled_speeds("maxspeed", "the drive speed", TOWN, ALL).values
    assert np.isnan(values).tolist() == [False, False, True, True]


def test_notes_are_given_once_and_count_what_matters() -> None:
    vehicle = Vehicle(
        start=FREE, end=FREE, serve_speed="maxspeed; else 5", drive_speed="highway=a: 3; else 9"
    )
    served = np.array([True, True, True, False])
    notes = speed_notes([vehicle, vehicle], TOWN, served)
    assert len(notes) == 2
    assert "1 street has no maxspeed" in notes[0]
    assert "highway=a" in notes[1]
