"""Tests of arcload.bounds."""
