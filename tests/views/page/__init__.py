"""Tests of arcload.views.page."""
