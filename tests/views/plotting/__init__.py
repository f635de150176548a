"""Tests of arcload.views.plotting."""
