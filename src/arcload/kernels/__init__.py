"""Compiled functions: arrays in, arrays out."""
