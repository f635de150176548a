"""Tests of arcload.kernels."""
