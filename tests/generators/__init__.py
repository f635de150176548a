"""Tests of arcload.generators."""
