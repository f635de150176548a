"""Tests of arcload.engine.search."""
