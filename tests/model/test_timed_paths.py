"""Shortest paths of the fewest hours."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arcload import InputError, Instance
from arcload.model.network import shortest_paths
from arcload.model.timed_paths import search_by_hours, timed_drives, timed_paths
from tests.strategies import instances


def square() -> Instance:
    """Return a square whose two ways from A to C have the same length, with a parallel street."""
    return Instance.from_edges(
        [("A", "B", 1, 1), ("B", "C", 1, 0), ("A", "D", 1, 0), ("D", "C", 1, 0), ("D", "C", 1, 0)],
        depot="A",
        curb_weight=1,
    )


def test_among_shortest_ways_the_fastest_is_taken() -> None:
    instance = square()
    hours = np.array([[5.0, 5], [5, 5], [1, 9], [4, 9], [3, 9]])
    a, c = instance.node_index("A"), instance.node_index("C")
    paths = timed_paths(instance, [(a, c), (c, a)], instance.lengths, hours)
    assert paths[a, c] == [(2, 0), (4, 0)]
    assert paths[c, a] == [(1, 1), (0, 1)]


def test_a_longer_way_is_never_taken() -> None:
    instance = square().replace(lengths=[[1, 1], [1, 1], [1, 1], [1.5, 1.5], [1.5, 1.5]])
    hours = np.array([[5.0, 5], [5, 5], [0, 0], [0, 0], [0, 0]])
    a, c = instance.node_index("A"), instance.node_index("C")
    assert timed_paths(instance, [(a, c)], instance.lengths, hours)[a, c] == [(0, 0), (1, 0)]


def test_no_way_is_told() -> None:
    closed = np.full((5, 2), np.inf)
    with pytest.raises(InputError, match="no way leads from node 'A' to node 'B'"):
        timed_paths(square(), [(0, 1)], closed, closed)


@given(instances(max_nodes=5), st.data())
def test_paths_are_as_short_as_any_and_as_fast_as_any_so_short(
    instance: Instance, data: st.DataObject
) -> None:
    n, m = len(instance.nodes), len(instance.edges)
    assume(m > 0)
    lengths = np.minimum(np.round(instance.lengths), 9) * np.where(
        np.isfinite(instance.lengths), 1, np.inf
    )  # whole numbers, so that many ways are equal
    several = st.lists(st.integers(0, 3).map(float), min_size=2 * m, max_size=2 * m)
    hours = np.array(data.draw(several)).reshape(m, 2)
    leaving = timed_drives(instance, lengths, hours)
    best = {(v, v): (0.0, 0.0) for v in range(n)}
    for _ in range(n):  # Bellman and Ford, by pairs (length, hours)
        for (source, here), (far, late) in list(best.items()):
            for edge, side in np.argwhere(instance.ends == here).tolist():
                there = (source, int(instance.ends[edge, 1 - side]))
                label = (far + lengths[edge, side], late + hours[edge, side])
                if np.isfinite(label[0]) and label < best.get(there, (np.inf, np.inf)):
                    best[there] = label
    for source in range(n):
        _, found = search_by_hours(source, set(range(n)), leaving)
        assert found == {there: label for (s, there), label in best.items() if s == source}
    pairs = [pair for pair in best if pair[0] != pair[1]]
    plain, timed = (
        shortest_paths(instance, pairs, lengths),
        timed_paths(instance, pairs, lengths, hours),
    )
    for pair in pairs:
        assert sum(lengths[e, s] for e, s in timed[pair]) == sum(
            lengths[e, s] for e, s in plain[pair]
        )
        assert sum(hours[e, s] for e, s in timed[pair]) == best[pair][1]
