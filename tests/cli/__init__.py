"""Tests of arcload.cli."""
