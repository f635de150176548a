"""The softmax of many rows."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from arcload.engine.kernels.softmax import softmax_of_rows

TABLES = arrays(
    np.float32,
    array_shapes(min_dims=2, max_dims=2, max_side=40),
    elements=st.one_of(st.floats(-60, 60, width=32), st.just(np.float32(-1e9))),
)


@given(TABLES)
def test_shares_are_those_of_exact_exponentials(table: np.ndarray) -> None:
    exact = table.astype(np.float64)
    wanted = np.exp(exact - exact.max(1, keepdims=True))
    wanted /= wanted.sum(1, keepdims=True)
    found = table.copy()
    softmax_of_rows(found)
    np.testing.assert_allclose(found, wanted, rtol=2e-5, atol=1e-9)
    np.testing.assert_allclose(found.sum(1), 1, rtol=1e-5)
