"""Streets that nobody may drive join the crossings that they touch."""

from arcload.maps.formats.closed_links import closed_links


def test_a_closed_street_joins_its_ends() -> None:
    assert closed_links([[1, 2], [3, 4]], [([2, 9, 3], "access=no")]) == [(2, 3, "access=no")]


def test_closed_streets_that_meet_join_what_each_touches() -> None:
    closed = [([2, 9], "access=no"), ([9, 3], "vehicle=no"), ([9, 8], "access=no")]
    assert closed_links([[1, 2], [3, 4]], closed) == [
        (2, 3, "access=no"),
        (2, 3, "vehicle=no"),
    ]


def test_one_that_meets_a_street_between_its_ends_is_joined_to_both() -> None:
    assert closed_links([[1, 7, 2], [3, 4]], [([7, 3], "access=no")]) == [
        (1, 2, "access=no"),
        (1, 3, "access=no"),
    ]


def test_one_that_leads_to_a_single_crossing_joins_nothing() -> None:
    assert closed_links([[1, 2]], [([2, 5], "access=no")]) == []
    assert closed_links([[1, 2]], []) == []
