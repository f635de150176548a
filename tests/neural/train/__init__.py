"""Tests of arcload.neural.train."""
