"""The decorators of kernels."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from numba.core.errors import TypingError

from arcload.engine.kernels.compiled import (
    bare_kernel,
    bare_part,
    fast_kernel,
    fast_part,
    is_cached,
    kernel,
    part,
)


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


class Rows(NamedTuple):
    """Arrays that are handed on together."""

    source: Any
    target: Any


@bare_part
def copy_twice(rows: Rows, place: int) -> None:
    """Write twice a number to the other row."""
    rows.target[place] = 2 * rows.source[place]


@bare_kernel
def copy_all(rows: Rows) -> float:
    """Write twice each number to the other row; return the last one divided by 0."""
    for place in range(len(rows.source)):
        copy_twice(rows, place)
    return float(rows.target[len(rows.source) - 1] / 0.0)


def test_a_bare_kernel_changes_arrays_of_tuples_and_divides_as_numpy_does() -> None:
    rows = Rows(np.arange(4.0), np.zeros(4))
    assert copy_all(rows) == np.inf
    assert rows.target.tolist() == [0, 2, 4, 6]
    assert is_cached(copy_all)


def test_a_bare_part_is_also_plain_python() -> None:
    rows = Rows(np.ones(2), np.zeros(2))
    copy_twice(rows, 1)
    assert rows.target.tolist() == [0, 2]


def test_a_bare_kernel_cannot_make_arrays() -> None:
    @bare_kernel
    def make(count: int) -> Any:
        return np.zeros(count)

    with pytest.raises(TypingError, match="zeros"):
        make(3)
