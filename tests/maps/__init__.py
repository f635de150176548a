"""Tests of arcload.maps."""
