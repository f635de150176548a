"""Parts of a network."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcload
from arcload.model import connectivity

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
        "vehicles": (
            arcload.Vehicle(
                start=arcload.FREE if start is None else start,
                end=arcload.FREE if end is None else end,
            ),
        ),
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
        r"2 parts, 42 km around 2 \(B, C\), 3.5 km around 4 \(D\); connect them or leave them out$"
    )
    with pytest.raises(arcload.InputError, match=words):
        arcload.Instance.from_edges(edges, depot="a", length_unit="km")


def test_parts_that_meet_only_at_the_depot_are_two() -> None:
    """Two one-way streets lead away from the depot, and neither leads back."""
    edges = [arcload.Edge("a", end, 1, 1, length_back=np.inf) for end in "xy"]
    words = (
        "2 parts, 1 around 1 where the one-way 1 leads in and no street out, "
        "1 around 2 where the one-way 2 leads in and no street out; connect them"
    )
    with pytest.raises(arcload.InputError, match=words):
        arcload.Instance.from_edges(edges, depot="a")


def test_of_many_parts_the_longest_are_named() -> None:
    edges = [arcload.Edge(f"x{k}", f"y{k}", k, 1) for k in range(1, 9)]
    words = r"8 parts, 8 around 8, 7 around 7, 6 around 6, 5 around 5, 4 around 4 and 3 more; "
    with pytest.raises(arcload.InputError, match=words):
        arcload.Instance.from_edges([*edges, (1, 2, 3, 4)], depot=1)


def town(*one_ways: arcload.Edge, **fields: object) -> arcload.Instance:
    """Return a triangle and a pier of two streets, joined by these."""
    triangle = [arcload.Edge(a, b, 100, 1, name="Ring") for a, b in ("ab", "bc", "ca")]
    pier = [arcload.Edge("p", "q", 30, 1, name="Pier"), arcload.Edge("q", "r", 40, 1, name="Quay")]
    places = {node: (8.5 + k / 1000, 47.3) for k, node in enumerate("abcpqr")}
    said = {"depot": "a", "coordinates": places, "geographic": True, "length_unit": "m"} | fields
    return arcload.Instance.from_edges([*triangle, *pier, *one_ways], **said)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("one_ways", "words"),
    [
        ([], r"4 \(Pier\), 5 \(Quay\) at 47.30000,8.50300; connect them or leave them out$"),
        ([("a", "p")], r"where the one-way 6 \(Way 0\) leads in and no street out; "),
        ([("p", "a")], r"where the one-way 6 \(Way 0\) leads out and no street in; "),
        ([("a", "p"), ("b", "q")], r"where 6 \(Way 0\) and 1 more lead one-way in and no street"),
    ],
)
def test_a_cut_off_part_has_a_place_and_the_one_way_street_at_fault(
    one_ways: list[tuple[str, str]], words: str
) -> None:
    streets = [
        arcload.Edge(*pair, 5, 0, length_back=np.inf, name=f"Way {k}")
        for k, pair in enumerate(one_ways)
    ]
    with pytest.raises(arcload.InputError, match=words):
        town(*streets)


def test_a_place_in_a_plane_is_x_and_y() -> None:
    with pytest.raises(arcload.InputError, match=r"at x 8.503, y 47.3; connect"):
        town(geographic=False)


def test_advice_is_what_the_function_has(tmp_path: Path) -> None:
    """An instance made by hand has no --keep, a file that is read has."""
    with pytest.raises(arcload.InputError) as by_hand:
        town()
    assert "--" not in str(by_hand.value)
    file = tmp_path / "town.csv"
    file.write_text("from,to,length,demand\na,b,5,1\nx,y,5,1\n")
    with pytest.raises(arcload.InputError, match="keep='depot' goes on with the depot's part"):
        arcload.read(file, depot="a", curb_weight=0)
    with pytest.raises(arcload.InputError, match=r"connect it or leave it out$"):
        arcload.read(file, start=arcload.FREE, end=arcload.FREE, curb_weight=0)
