"""Tests of arcload.engine."""
