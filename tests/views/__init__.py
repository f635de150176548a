"""Tests of arcload.views."""
