"""Tests of arcload.solving.methods."""
