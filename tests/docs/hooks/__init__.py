"""Tests of docs/hooks."""
