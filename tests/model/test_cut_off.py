"""What is cut off is counted, measured and named."""

import numpy as np

from arcload.model.cut_off import Streets, count_and_measure, name_lost


def streets(lengths: list[list[float]], names: list[str] | None = None) -> Streets:
    """Return streets a-b, b-c and d-e; nodes are numbered 0 to 4."""
    ends = np.array([[0, 1], [1, 2], [3, 4]])
    points = np.array([[8.0 + k / 100, 47.0] for k in range(5)])
    return Streets((7, "x", 9), names, ends, np.array(lengths), "m", points, True)


BOTH_WAYS = [[1.0, 1.0], [2.0, 2.0], [3.5, 4.0]]


def test_edges_are_counted_and_measured_by_their_shorter_way() -> None:
    assert count_and_measure(streets(BOTH_WAYS), np.array([1, 2])) == (
        "2 served edges (total length 5.5 m)"
    )


def test_an_island_is_named_with_its_place() -> None:
    inside = np.array([True, True, True, False, False])
    words = name_lost(streets(BOTH_WAYS, ["A", "B", "Pier\n" + "x" * 50]), np.array([2]), inside)
    assert words.startswith("9 (Pier xxx")
    assert "..." in words
    assert words.endswith("at 47.00000,8.03000")


def test_the_one_way_street_at_fault_is_named() -> None:
    one_way = [[1.0, 1.0], [2.0, np.inf], [3.0, 3.0]]
    inside = np.array([True, True, False, False, False])
    words = name_lost(streets(one_way), np.array([1]), inside)
    assert "the one-way 'x' leads in and no street out" in words


def test_several_parts_are_counted_the_longest_first() -> None:
    inside = np.array([False, False, True, False, False])
    words = name_lost(streets(BOTH_WAYS), np.array([0, 2]), inside)
    assert words.startswith("2 parts, 3.5 m around 9")
    assert "1 m around 7" in words
