"""Tests of arcload.runs."""
