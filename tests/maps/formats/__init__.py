"""Tests of arcload.maps.formats."""
