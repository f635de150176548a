"""The minimum that vectorises."""

from typing import Any

import numpy as np

from arcload.engine.kernels.compiled import fast_kernel
from arcload.engine.kernels.fastmin import fast_min


@fast_kernel
def least_of(values: Any) -> float:
    """Return the least of some numbers."""
    least = 1e300
    for value in values:
        least = fast_min(least, value)
    return least


def test_it_is_the_minimum() -> None:
    rng = np.random.default_rng(1)
    for size in (1, 2, 7, 64, 1001):
        values = rng.normal(size=size)
        assert least_of(values) == values.min()
    assert least_of(np.empty(0)) == 1e300
