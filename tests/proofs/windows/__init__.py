"""Tests of window cuts."""
