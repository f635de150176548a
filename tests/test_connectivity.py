"""Parts of a network."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcload
from arcload import connectivity

STREETS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans()), max_size=12)


@given(STREETS)
def test_a_network_is_one_part_if_scipy_finds_one(streets: list[tuple[int, int, bool]]) -> None:
    from scipy.sparse.csgraph import connected_components

    ends = np.array([street[:2] for street in streets], dtype=np.int64).reshape(-1, 2)
    back = [np.inf if one_way else 1.0 for _, _, one_way in streets]
    lengths = np.column_stack([np.ones(len(streets)), back])
    graph = connectivity.one_way_graph(ends, lengths, 5)
    count, _ = connected_components(graph, directed=True, connection="strong")
    assert connectivity._is_one_part(ends, lengths, 5) == (count == 1)
    assert connectivity.strong_parts(ends, lengths, 5).max() == count - 1


def test_each_cut_off_part_is_named_with_its_length_and_a_street() -> None:
    streets = [("a", "b", 5, 1), ("x", "y", 40, 1), ("y", "z", 2, 1), ("p", "q", 3.5, 1)]
    edges = [arcload.Edge(*s, name=n) for s, n in zip(streets, "ABCD", strict=True)]
    words = (
        r"^3 served edges \(total length 45.5 km\) cannot be reached from the depot 'a': "
        r"2 parts, 42 km around 2 \(B\), 3.5 km around 4 \(D\); connect them, or "
    )
    with pytest.raises(arcload.InputError, match=words):
        arcload.Instance.from_edges(edges, depot="a", length_unit="km")


def test_parts_that_meet_only_at_the_depot_are_two() -> None:
    """Two one-way streets lead away from the depot, and neither leads back."""
    edges = [arcload.Edge("a", end, 1, 1, length_back=np.inf) for end in "xy"]
    with pytest.raises(arcload.InputError, match="2 parts, 1 around 1, 1 around 2; connect them"):
        arcload.Instance.from_edges(edges, depot="a")


def test_of_many_parts_the_longest_are_named() -> None:
    edges = [arcload.Edge(f"x{k}", f"y{k}", k, 1) for k in range(1, 9)]
    words = r"8 parts, 8 around 8, 7 around 7, 6 around 6, 5 around 5, 4 around 4 and 3 more; "
    with pytest.raises(arcload.InputError, match=words):
        arcload.Instance.from_edges([*edges, (1, 2, 3, 4)], depot=1)
