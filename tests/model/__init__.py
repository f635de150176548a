"""Tests of arcload.model."""
