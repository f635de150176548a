"""Great matrices, a block at a time."""

import numpy as np
import pytest

from arcload.engine import matrices
from arcload.engine.matrices import blocks, is_symmetric, transposed


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrices.blocks, "__defaults__", (3,))


def test_one_number_makes_a_matrix_unsymmetric_wherever_it_is() -> None:
    for i in range(7):
        for j in range(7):
            matrix = np.full((7, 7), np.inf)
            matrix[i, j] = 1.0
            assert is_symmetric(matrix) == (i == j)


def test_a_tolerance_is_relative() -> None:
    matrix = np.array([[0.0, 1e9], [1e9 * (1 + 1e-13), 0.0]])
    assert not is_symmetric(matrix)
    assert is_symmetric(matrix, 1e-12)


@pytest.mark.parametrize("size", [0, 1, 3, 7])
def test_the_transpose_is_that_of_numpy(size: int) -> None:
    matrix = np.random.default_rng(1).random((size, size))
    made = transposed(matrix)
    assert np.array_equal(made, matrix.T)
    assert made.flags.c_contiguous
    assert [row for rows in blocks(size) for row in range(size)[rows]] == list(range(size))


def test_a_pause_ends_a_transposition() -> None:
    calls: list[int] = []

    def pause() -> None:
        calls.append(1)
        if len(calls) == 2:
            raise TimeoutError

    with pytest.raises(TimeoutError):
        transposed(np.zeros((7, 7)), pause)
    assert len(calls) == 2
