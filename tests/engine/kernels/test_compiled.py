"""The decorators of kernels."""

from typing import Any

import numpy as np

from arcload.engine.kernels.compiled import fast_kernel, fast_part, is_cached, kernel, part


@part
def twice(value: float) -> float:
    """Return twice a number."""
    return 2 * value


@fast_part
def total(values: Any) -> float:
    """Return a sum whose terms may be reordered."""
    result = 0.0
    for value in values:
        result += value
    return result


@kernel
def twice_the_first(values: Any) -> float:
    """Return twice the first number."""
    return twice(values[0])


@fast_kernel
def twice_the_total(values: Any) -> float:
    """Return twice the sum."""
    return twice(total(values))


def test_kernels_call_parts_and_agree_with_plain_python() -> None:
    values = np.arange(1.0, 6.0)
    assert twice_the_first(values) == twice_the_first.py_func(values) == 2  # type: ignore[attr-defined]
    assert twice_the_total(values) == 30
    assert total(values) == 15


def test_a_kernel_divides_by_zero_as_numpy_does() -> None:
    @kernel
    def inverse(value: float) -> float:
        return 1 / value

    assert inverse(0.0) == np.inf


def test_what_was_compiled_is_cached() -> None:
    twice_the_first(np.ones(1))
    assert is_cached(twice_the_first)
    assert is_cached(lambda: None), "what is no kernel need not be compiled"
