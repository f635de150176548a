"""Sets as bits."""

import numpy as np

from arcload.engine.kernels.cuts_due import BitArray
from arcload.model.types import BoolArray


def packed(sets: BoolArray) -> BitArray:
    """Return sets, along the last axis, as bits in words of 64."""
    words = (sets.shape[-1] + 63) // 64
    padded = np.zeros((*sets.shape[:-1], 64 * words), dtype=np.bool_)
    padded[..., : sets.shape[-1]] = sets
    return np.packbits(padded, axis=-1, bitorder="little").view("<u8").astype(np.uint64)
