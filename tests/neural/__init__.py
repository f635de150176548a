"""Tests of arcload.neural."""
