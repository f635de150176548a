"""A mixture of two orders has every edge once, and the parents' orders in it."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arcload.engine.kernels.mixing import mix

ORDERS = st.integers(1, 30).flatmap(
    lambda m: st.tuples(st.permutations(range(m)), st.permutations(range(m)))
)


def mixed(first: list[int], second: list[int], seed: int) -> list[int]:
    child = np.full(len(first), -1)
    mix(np.array(first), np.array(second), np.array([seed]), child)
    return [int(edge) for edge in child]


@given(ORDERS, st.integers(1, 2**62))
def test_the_child_is_a_permutation(orders: tuple[list[int], list[int]], seed: int) -> None:
    assert sorted(mixed(*orders, seed)) == list(range(len(orders[0])))


@given(ORDERS, st.integers(1, 2**62))
def test_what_both_parents_agree_on_stays(orders: tuple[list[int], list[int]], seed: int) -> None:
    """If a comes before b in both, it does in the child, which walks both from the front."""
    first, second = orders
    child = mixed(first, second, seed)
    for a in first:
        for b in first:
            if first.index(a) < first.index(b) and second.index(a) < second.index(b):
                assert child.index(a) < child.index(b)


def test_both_parents_have_a_say() -> None:
    children = {tuple(mixed([0, 1, 2], [2, 1, 0], seed)) for seed in range(1, 200)}
    assert {child[0] for child in children} == {0, 2}
    assert len(children) > 2
