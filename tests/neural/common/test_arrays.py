"""Operations that give the same on NumPy arrays and on tensors."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from arcload.neural.common import arrays  # noqa: E402

RANDOM = np.random.default_rng(1)
X = RANDOM.normal(size=(2, 3, 5))
INDEX = RANDOM.integers(0, 5, (2, 3, 4))
WEIGHT, BIAS = RANDOM.normal(size=(4, 5)), RANDOM.normal(size=5)

OPERATIONS: dict[str, Callable[..., Any]] = {
    "minimum": lambda x, i, w, b: arrays.minimum(x, 0.2),
    "maximum": lambda x, i, w, b: arrays.maximum(x, 0.2),
    "count": lambda x, i, w, b: arrays.count(4, x),
    "zeros": lambda x, i, w, b: arrays.zeros((2, 1), x),
    "whole zeros": lambda x, i, w, b: arrays.whole_zeros((2, 1), x),
    "cast": lambda x, i, w, b: arrays.cast(i, x),
    "take": lambda x, i, w, b: arrays.take(x, i, 2),
    "take, broadcast": lambda x, i, w, b: arrays.take(x, i[:, :1], 2),
    "rows": lambda x, i, w, b: arrays.rows(x, i[:, 0] % 3),
    "less at": lambda x, i, w, b: arrays.less_at(x, i),
    "linear": lambda x, i, w, b: arrays.linear(x, w, b[:4]),
    "only": lambda x, i, w, b: arrays.only(x > 0, x, -9.0),
    "relu": lambda x, i, w, b: arrays.relu(x),
    "softmax": lambda x, i, w, b: arrays.softmax(x),
    "layer norm": lambda x, i, w, b: arrays.layer_norm(x, b, b),
    "exact product": lambda x, i, w, b: arrays.exact_product(x, w.T),
    "pad": lambda x, i, w, b: arrays.pad(x, 1, before=1, after=2),
}


@pytest.mark.parametrize("name", OPERATIONS)
def test_both_libraries_give_the_same(name: str) -> None:
    given = (X, INDEX, WEIGHT, BIAS)
    numpy_values = OPERATIONS[name](*(array.copy() for array in given))
    tensors = OPERATIONS[name](*(torch.tensor(array) for array in given))
    assert isinstance(numpy_values, np.ndarray)
    assert numpy_values.shape == tuple(tensors.shape)
    assert str(numpy_values.dtype) == str(tensors.dtype).removeprefix("torch.")
    np.testing.assert_allclose(numpy_values, tensors.numpy(), rtol=1e-6, atol=1e-9)


def test_what_is_there_twice_counts_twice() -> None:
    twice = np.array([[[1, 1, 0]]])
    assert arrays.less_at(np.zeros((1, 1, 3)), twice).tolist() == [[[-1.0, -2.0, 0.0]]]


def test_rows_have_the_gradient_of_their_table() -> None:
    table = torch.tensor(X, requires_grad=True)
    arrays.rows(table, torch.tensor([[0, 0], [2, 1]])).sum().backward()
    assert table.grad is not None
    assert table.grad[:, :, 0].tolist() == [[2.0, 0.0, 0.0], [0.0, 1.0, 1.0]]
