"""Tests of arcload.engine.kernels."""
