"""Sets of edges as bits."""

import numpy as np

from arcload.proofs.edge_bits import packed


def test_edge_e_is_bit_e_of_as_many_words_as_it_takes() -> None:
    sets = np.zeros((2, 3, 70), dtype=np.bool_)
    sets[0, 1, [0, 63, 64]] = True
    sets[1, 2, 69] = True
    bits = packed(sets)
    assert bits.shape == (2, 3, 2)
    assert bits[0, 1].tolist() == [1 + 2**63, 1]
    assert bits[1, 2].tolist() == [0, 2**5]
    assert bits.sum() == 1 + 2**63 + 1 + 2**5
