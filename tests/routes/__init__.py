"""Tests of arcload.routes."""
