"""Random numbers of a kernel: a generator whose state is one number that its owner keeps."""

import numpy as np

from arcload.engine.kernels.compiled import part
from arcload.model.types import IntArray


@part
def random_bits(state: IntArray) -> int:
    """Return 31 random bits, by Marsaglia's xorshift with a multiplier; ``state[0]`` is not 0."""
    x = np.uint64(state[0])
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = np.int64(x)
    x *= np.uint64(2685821657736338717)
    return np.int64(x >> np.uint64(33))  # type: ignore[return-value]


@part
def random_below(bound: int, state: IntArray) -> int:
    """Return a whole number from 0 to bound - 1; `bound` is below 2^31."""
    return np.int64(np.uint64(random_bits(state)) % np.uint64(bound))  # type: ignore[return-value]


@part
def random_share(state: IntArray) -> float:
    """Return a number above 0 and below 1."""
    return (random_bits(state) + 0.5) / 2147483648.0
