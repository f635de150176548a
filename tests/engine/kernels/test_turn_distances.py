"""Shortest distances where turns count."""

import numpy as np

from arcload.engine.kernels.turn_distances import turn_distances
from arcload.engine.port_distances import Ways

# From drive 0 by 1 or by 2 to 3, which leads back to 0.
WAYS = Ways(
    first=np.array([0, 2, 3, 4, 5]),
    into=np.array([1, 2, 3, 3, 0]),
    turns=np.array([1.0, 2.0, 4.0, 3.0, 0.0]),
    turn_hours=np.array([0.5, 0.0, 0.0, 0.25, 0.0]),
    lengths=np.array([100.0, 10.0, 10.0, 1.0]),
    hours=np.array([9.0, 1.0, 1.0, 1.0]),
)
ALL = np.arange(4)
NOBODY_ASKS = np.empty((0, 4))


def rows(ways: Ways) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return all that the kernel fills."""
    out, hours, lengths = np.full((3, 4, 4), -1.0)
    turn_distances(ALL, ALL, ways, out, hours, lengths)
    return out, hours, lengths


def test_the_turn_into_the_target_counts_and_the_drives_at_both_ends_do_not() -> None:
    out, hours, lengths = rows(WAYS)
    assert out[0].tolist() == [16, 1, 2, 15]
    assert hours[0].tolist() == [2.25, 0.5, 0, 1.25]
    assert lengths[0].tolist() == [11, 0, 0, 10]


def test_of_ways_as_short_the_fewest_hours_are_taken_then_the_least_length() -> None:
    late = WAYS._replace(turn_hours=np.array([0.0, 0.0, 0.0, 0.5, 0.0]))
    assert rows(late)[1][0, 3] == 1.0  # by 1, 15 as well
    same = WAYS._replace(
        turn_hours=np.zeros(5), lengths=np.array([0.0, 9, 10, 1]), turns=np.array([2.0, 2, 4, 3, 0])
    )
    out, hours, lengths = rows(same)
    assert (out[0, 3], hours[0, 3], lengths[0, 3]) == (15, 1, 9)


def test_where_no_way_leads_all_is_infinite() -> None:
    cut = WAYS._replace(first=np.array([0, 2, 3, 4, 4]), into=WAYS.into[:4])
    for table in rows(cut):
        assert np.isinf(table[3]).all()


def test_what_nobody_asks_for_is_not_made() -> None:
    out = np.zeros((1, 4))
    turn_distances(np.array([1]), ALL, WAYS, out, NOBODY_ASKS, NOBODY_ASKS)
    assert out[0].tolist() == [5, 106, 107, 4]
