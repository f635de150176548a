"""A lower bound on a linear program without any rounding."""

import math
from fractions import Fraction
from typing import Any

import numpy as np

from arcload.model.types import FloatArray, IntArray
from arcload.solving.postman.program import Range

_BITS = 120  # of the longest length, below which multipliers and lengths are cut off


def dual_bound(
    rows: Any,
    sums: IntArray,
    equations: int,
    lengths: FloatArray,
    held: Range,
    multipliers: FloatArray,
) -> Fraction:
    """Return what no solution is below, whatever the multipliers of the rows are.

    With multipliers y, those of rules 0 or more, and c the lengths, any x that keeps to all
    rows and to its range has

        c x >= y sums + (c - y rows) x >= y sums + sum of min over the range of (c - y rows) x.

    All of it is computed in whole numbers, c rounded down. So the multipliers of a solver that
    rounds may make the bound weak but never wrong.

    Parameters
    ----------
    rows, sums
        The rows, with entries 1 and -1, and their sums.
    equations
        How many of the rows are equations; the sums of all others are the least ones.
    lengths
        Price of each column, 0 or more.
    held
        The range of each column.
    multipliers
        One per row.
    """
    largest = max(float(np.abs(multipliers).max(initial=0.0)), float(lengths.max(initial=0.0)))
    _, exponent = np.frexp(largest)
    bits = _BITS - int(exponent)
    y = _whole(multipliers, bits)
    y[equations:] = np.maximum(y[equations:], 0)
    entries = rows.tocoo()
    reduced = _whole(lengths, bits)
    np.subtract.at(reduced, entries.col, entries.data.astype(object) * y[entries.row])
    least, most = (column.astype(object) for column in held)
    total = y @ sums.astype(object) + np.minimum(reduced * least, reduced * most).sum()
    return Fraction(total) / Fraction(2) ** bits


def _whole(values: FloatArray, bits: int) -> Any:
    """Return values times a power of 2 as whole numbers of any size, rounded down."""
    column = np.empty(len(values), dtype=object)
    column[:] = [math.floor(value) for value in np.ldexp(values, bits).tolist()]
    return column
