"""Compiled functions: arrays in, arrays out."""

from arcload.kernels.deferring import deferring_signals

with deferring_signals():
    import numba  # noqa: F401
