"""Tests of the map in the browser."""
