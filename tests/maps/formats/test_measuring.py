"""Lengths of courses, and lengths that were measured on a sphere."""

import numpy as np
import osmnx
import pytest

from arcload.maps.formats.measuring import are_spherical, measure

BENT = ((8.54, 47.37), (8.541, 47.3705), (8.542, 47.37))
STRAIGHT = ((8.54, 47.37), (8.54, 47.371))


def test_each_course_is_measured_alone() -> None:
    together = measure([BENT, STRAIGHT, BENT], geographic=True)
    assert together == pytest.approx([float(measure([s], True)[0]) for s in (BENT, STRAIGHT, BENT)])
    assert measure([((0.0, 0.0), (3.0, 4.0), (3.0, 5.0))], geographic=False).tolist() == [6]
    assert measure([], geographic=True).tolist() == []


def test_lengths_of_osmnx_are_told_from_measured_ones() -> None:
    (x, y), (u, v) = STRAIGHT
    sphere = osmnx.distance.great_circle(y, x, v, u)
    good = float(measure([STRAIGHT], geographic=True)[0])
    assert abs(good / sphere - 1) > 1e-4
    for stated, expected in ((sphere, True), (round(sphere, 3), True), (good, False)):
        assert are_spherical(np.array([stated]), [STRAIGHT]).tolist() == [expected]


def test_a_few_that_fit_by_chance_are_left_alone() -> None:
    (x, y), (u, v) = STRAIGHT
    sphere = osmnx.distance.great_circle(y, x, v, u)
    lengths = np.array([sphere, 100.0, 200.0])
    assert not are_spherical(lengths, [STRAIGHT] * 3).any()
    assert are_spherical(np.array([sphere, np.nan]), [STRAIGHT] * 2).tolist() == [True, False]
