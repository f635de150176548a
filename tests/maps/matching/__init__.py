"""Tests of arcload.maps.matching."""
