"""Lanes and widths: by the map, or by class."""

import pytest

from arcload.model.street_size import BY_CLASS, LANE, LINK, OTHER, street_lanes, street_widths

TOWN = {
    "highway": ["primary", "residential", "primary_link", "", "service"],
    "lanes": ["4", "", "", "x", "-1"],
    "width": ["", "7.5 m", "24'", "12'6\"", ""],
}


def test_lanes() -> None:
    lanes = street_lanes(TOWN, 5)
    assert lanes.values.tolist() == [4, BY_CLASS["residential"].lanes, LINK.lanes, OTHER.lanes, 1]
    assert lanes.assumed.tolist() == [False, True, True, True, True]


def test_widths() -> None:
    widths = street_widths(TOWN, 5)
    assert widths.values == pytest.approx([4 * LANE, 7.5, 24 * 0.3048, 12.5 * 0.3048, 3.5])
    assert widths.assumed.tolist() == [False, False, False, False, True]


def test_without_columns_all_is_assumed() -> None:
    assert street_widths({}, 2).values.tolist() == [OTHER.width] * 2
    assert street_lanes({}, 2).assumed.all()
    assert len(street_lanes({}, 0).values) == 0
