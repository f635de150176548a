"""Tests of where plans are kept."""
