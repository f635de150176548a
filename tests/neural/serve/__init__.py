"""Tests of arcload.neural.serve."""
