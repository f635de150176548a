"""The kernels of the relaxation; `tests/proofs/test_relaxation.py` has the bounds made of them."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arcload.engine.kernels.relaxation import keep_two_best, least_loads
from arcload.model.types import FloatArray, IntArray

WAYS = st.lists(st.tuples(st.integers(0, 9).map(float), st.integers(0, 3)), max_size=12)


@given(WAYS)
def test_the_two_best_ways_serve_different_edges(ways: list[tuple[float, int]]) -> None:
    """Whatever comes in whichever order: the cheapest of all, and the cheapest by another edge."""
    best = second = np.inf
    step = step_else = -1
    for number, (here, edge) in enumerate(ways):
        if here < second:
            same = step >= 0 and ways[step][1] == edge
            best, step, second, step_else = keep_two_best(
                here, number, same, best, step, second, step_else
            )
    assert best == min((cost for cost, _ in ways), default=np.inf)
    if ways:
        assert ways[step][0] == best
        others = [cost for cost, edge in ways if edge != ways[step][1]]
        assert second == min(others, default=np.inf)
        assert (step_else < 0) == (not others)
    if step_else >= 0:
        assert ways[step_else][0] == second
        assert ways[step_else][1] != ways[step][1]


@given(st.lists(st.tuples(st.integers(1, 4), st.integers(1, 9).map(float)), min_size=1, max_size=6))
def test_the_least_load_of_each_level_is_that_of_all_sets(edges: list[tuple[int, float]]) -> None:
    levels: IntArray = np.array([level for level, _ in edges])
    q: FloatArray = np.array([load for _, load in edges])
    expected = np.full(levels.sum() + 1, np.inf)
    for chosen in itertools.product((0, 1), repeat=len(edges)):
        level = int(levels @ chosen)
        expected[level] = min(expected[level], q @ chosen)
    assert least_loads(levels, q).tolist() == expected.tolist()
