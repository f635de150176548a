"""Solving with trained weights, on NumPy and compiled kernels."""
