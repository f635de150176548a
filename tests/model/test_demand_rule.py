"""Demands by rule."""

import numpy as np
import pytest

from arcload.model.demand_rule import parsed_demand_rule, ruled_demands

TOWN = {
    "highway": ["primary", "residential", "service", "track"],
    "lanes": ["4", "", "", ""],
    "width": ["", "", "3", ""],
}
METRES = np.array([2000.0, 100.0, 50.0, 70.0])
ALL = np.ones(4, dtype=np.bool_)


def test_amounts_per_km_lane_km_square_metre_and_street() -> None:
    rule = parsed_demand_rule(
        "highway=primary: 10/lane-km; highway=residential: 55/km; highway=service: 0.1/m2; else 7"
    )
    ruled = ruled_demands(rule, TOWN, METRES, ALL)
    assert ruled.values == pytest.approx([80, 5.5, 15, 7])
    assert ruled.notes == ()


def test_a_piece_of_a_street_has_its_share_of_an_amount_per_street() -> None:
    rule = parsed_demand_rule("highway=track: 8; highway=primary: 1/km")
    share = np.array([0.5, 1.0, 1.0, 0.25])
    values = ruled_demands(rule, TOWN, METRES, ALL, share).values
    assert values[[0, 3]].tolist() == [2, 2]
    assert np.isnan(values[[1, 2]]).all()


def test_sizes_by_class_and_values_of_no_street_are_noted() -> None:
    rule = parsed_demand_rule("highway=primry: 3; lanes=4: 1/lane-km; else 1/m2")
    ruled = ruled_demands(rule, TOWN, METRES, np.array([True, True, True, False]))
    assert ruled.values == pytest.approx([8, 550, 150, 210])
    near, widths = ruled.notes
    assert "highway=primry" in near
    assert "'primary'" in near
    assert widths.startswith("1 street has no width")
