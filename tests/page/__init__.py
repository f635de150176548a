"""Tests of the page that drives a tour."""
