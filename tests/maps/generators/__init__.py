"""Tests of arcload.maps.generators."""
