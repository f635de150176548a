"""Large matrices, handled block by block, so that no second one is held in memory."""

from collections.abc import Callable, Iterator

import numpy as np

from arcload.model.types import FloatArray

_SIDE = 512  # of a block: its rows and its columns fit into a cache


def is_symmetric(matrix: FloatArray, tolerance: float = 0.0) -> bool:
    """Return whether a matrix is its own transpose, but for a relative tolerance."""
    for rows in blocks(len(matrix)):
        upper, lower = matrix[rows, rows.start :], matrix[rows.start :, rows].T
        if not (
            np.allclose(upper, lower, rtol=tolerance, atol=0.0)
            if tolerance
            else np.array_equal(upper, lower)
        ):
            return False
    return True


def transposed(matrix: FloatArray, pause: Callable[[], None] = lambda: None) -> FloatArray:
    """Return the transpose of a square matrix, its rows in one piece.

    Parameters
    ----------
    matrix
        The matrix.
    pause
        Called now and then; what it raises ends this.
    """
    made = np.empty_like(matrix)
    for columns in blocks(len(matrix)):
        pause()
        for rows in blocks(len(matrix)):
            made[columns, rows] = matrix[rows, columns].T
    return made


def blocks(size: int, side: int = _SIDE) -> Iterator[slice]:
    """Yield the slices that cut so many rows into blocks."""
    for first in range(0, size, side):
        yield slice(first, min(size, first + side))
