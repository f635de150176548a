"""Tests of `arcload.bench`."""
