"""Tests of arcload.search."""
