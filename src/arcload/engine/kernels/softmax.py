"""Exponentials of many numbers at once, which NumPy computes one by one on many machines."""

import math

import numpy as np

from arcload.engine.kernels.compiled import fast_kernel, fast_part
from arcload.model.types import SingleArray

_LEAST, _PART, _ONE = np.float32(-24), np.float32(1 / 32), np.float32(1)  # of `exponential`
_C = tuple(np.float32(1 / math.factorial(k)) for k in range(1, 7))


@fast_part
def exponential(x: np.float32) -> np.float32:
    """Return exp(x) for x of 0 or less, to a few millionths and in steps that fit a vector."""
    y = max(x, _LEAST) * _PART
    value = _ONE + y * (_C[0] + y * (_C[1] + y * (_C[2] + y * (_C[3] + y * (_C[4] + y * _C[5])))))
    for _ in range(5):
        value *= value
    return value


@fast_kernel
def softmax_of_rows(table: SingleArray) -> None:
    """Write exp(x) / sum(exp(x)) over each row of a table.

    What is 24 or more below the highest counts as 24 below it: of 3,000 such numbers the shares
    together are a ten-millionth.
    """
    columns = np.uint64(table.shape[1])
    for row in range(np.uint64(table.shape[0])):
        highest = table[row, np.uint64(0)]
        for j in range(columns):
            highest = max(highest, table[row, j])
        total = np.float32(0)
        for j in range(columns):
            table[row, j] = exponential(table[row, j] - highest)
            total += table[row, j]
        share = _ONE / total
        for j in range(columns):
            table[row, j] *= share
