"""Tests of arcload.solving."""
