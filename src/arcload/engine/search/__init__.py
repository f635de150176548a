"""Searches made of the kernels, for methods to use."""
