"""Tests of arcload.studio."""
