"""Tests of arcload.views.printing."""
