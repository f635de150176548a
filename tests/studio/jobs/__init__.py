"""Tests of arcload.studio.jobs."""
