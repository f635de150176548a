"""Tests of arcload.runs.figures."""
