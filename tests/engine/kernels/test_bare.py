"""The decorators of kernels that allocate nothing."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from numba.core.errors import TypingError

from arcload.engine.kernels.bare import bare_kernel, bare_part
from arcload.engine.kernels.compiled import is_cached


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
