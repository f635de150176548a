"""Tests of arcload.methods."""
