"""Compiled functions: arrays in, arrays out."""

from contextlib import suppress

from arcload.engine.kernels.deferring import deferring_signals

with deferring_signals(), suppress(ImportError):  # training takes formulas from here without it
    import numba  # noqa: F401
