"""Random numbers of kernels, against the same generator in whole numbers of any size."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arcload.engine.kernels.chance import random_below, random_bits, random_share
from arcload.engine.kernels.compiled import kernel
from arcload.model.types import IntArray

WHOLE = 2**64 - 1


@kernel
def draw(bound: int, state: IntArray) -> tuple[int, int, float]:
    """Return one number of each kind."""
    return random_bits(state), random_below(bound, state), random_share(state)


def next_of(x: int) -> tuple[int, int]:
    """Return the state after this one, and its 31 bits."""
    x ^= x >> 12
    x ^= x << 25 & WHOLE
    x ^= x >> 27
    return x, (x * 2685821657736338717 & WHOLE) >> 33


@given(st.integers(1, 2**63 - 1), st.integers(1, 2**31 - 1))
def test_numbers_are_those_of_the_generator(seed: int, bound: int) -> None:
    state = np.array([seed], dtype=np.int64)
    drawn = draw(bound, state)
    first, bits = next_of(seed)
    second, more = next_of(first)
    third, rest = next_of(second)
    assert drawn == (bits, more % bound, (rest + 0.5) / 2**31)
    assert int(state[0]) & WHOLE == third
    assert 0 <= drawn[1] < bound
    assert 0 < drawn[2] < 1


def test_small_numbers_are_about_as_frequent_as_each_other() -> None:
    state = np.array([1], dtype=np.int64)
    counts = np.bincount([draw(5, state)[1] for _ in range(5000)], minlength=5)
    assert counts.min() > 900
    assert counts.max() < 1100
