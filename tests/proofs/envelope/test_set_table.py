"""Sets that are written once."""

import numpy as np

from arcload.proofs.envelope.set_table import SetTable


def test_a_set_and_its_rest_are_written_once() -> None:
    table = SetTable(5)
    assert table.number(np.array([1, 3])) == 0
    assert table.number(np.array([0, 2, 4])) == -1
    assert table.number(np.array([1])) == 1
    assert table.number(np.array([3, 1])) == 0
    assert table.sets == ((1, 3), (1,))
