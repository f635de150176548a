"""Parts of a network."""

from typing import Any

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


_LENGTHS = st.sampled_from(
    [(0.0, np.inf), (np.inf, 0.0), (0.0, 0.0), (2.0, np.inf), (np.inf, 3.0), (1.0, 1.0), (0.0, 1.0)]
)
_EDGES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), _LENGTHS, st.booleans()),
    min_size=1,
    max_size=4,
)


@given(_EDGES, st.none() | st.integers(0, 3), st.none() | st.integers(0, 3))
def test_an_instance_is_refused_if_and_only_if_no_walk_serves_it(
    edges: list[tuple[int, int, tuple[float, float], bool]], start: int | None, end: int | None
) -> None:
    """Streets of length 0, one-way or not, loops, and nodes that no street leads to."""
    drives = [
        (edge, *ends)
        for edge, (tail, head, lengths, _) in enumerate(edges)
        for ends, length in zip(((tail, head), (head, tail)), lengths, strict=True)
        if length < np.inf
    ]
    served = frozenset(edge for edge, street in enumerate(edges) if street[3])
    begins = range(4) if start is None else [start]
    seen = pending = {(node, frozenset[int]()) for node in begins}
    while pending:
        pending = {
            (head, done | ({edge} & served))
            for here, done in pending
            for edge, tail, head in drives
            if tail == here
        } - seen
        seen = seen | pending
    can = any(done == served and end in (None, here) for here, done in seen)
    fields: dict[str, Any] = {
        "nodes": tuple(range(4)),
        "edges": tuple(range(len(edges))),
        "ends": np.array([street[:2] for street in edges]),
        "lengths": np.array([street[2] for street in edges]),
        "demands": np.array([float(street[3]) for street in edges]),
        "start": arcload.FREE if start is None else start,
        "end": arcload.FREE if end is None else end,
    }
    try:
        arcload.Instance(**fields)
    except arcload.InputError:
        assert not can
    else:
        assert can


def test_a_one_way_street_of_length_0_can_be_served_from_anywhere() -> None:
    street = arcload.Edge("a", "b", 0.0, 1.0, length_back=np.inf)
    other = arcload.Edge("x", "y", 1.0)
    for edges in ([street], [other, street]):
        instance = arcload.Instance.from_edges(edges, depot=arcload.FREE)
        assert arcload.solve(instance).cost == 0


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
