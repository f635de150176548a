"""Walks over all crossings."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload.solving.postman.euler import euler_walk


@given(st.lists(st.integers(0, 4), min_size=2, max_size=20), st.booleans(), st.data())
def test_the_pieces_of_a_walk_are_put_together_again(
    nodes: list[int], directed: bool, data: st.DataObject
) -> None:
    """Loops, parallel edges, open and closed walks, with and without directions."""
    steps = list(pairwise(nodes))
    flips = data.draw(st.lists(st.booleans(), min_size=len(steps), max_size=len(steps)))
    ends = np.array([step[::-1] if flip else step for step, flip in zip(steps, flips, strict=True)])
    crossings = [(edge, int(flip) if directed else None) for edge, flip in enumerate(flips)]
    walk = euler_walk(ends, data.draw(st.permutations(crossings)), nodes[0])
    assert Counter(edge for edge, _ in walk) == Counter(range(len(steps)))
    if directed:
        assert all(side == flips[edge] for edge, side in walk)
    visited = [ends[edge][[side, 1 - side]].tolist() for edge, side in walk]
    assert (visited[0][0], visited[-1][1]) == (nodes[0], nodes[-1])
    assert all(here[1] == there[0] for here, there in pairwise(visited))


def test_crossings_that_do_not_hang_together_are_refused() -> None:
    with pytest.raises(ValueError, match="not connected"):
        euler_walk(np.array([[0, 0], [1, 1]]), [(0, None), (1, None)], 0)
