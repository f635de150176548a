"""Tests of arcload.neural.common."""
