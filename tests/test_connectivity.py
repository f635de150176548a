"""Parts of a network."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

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
