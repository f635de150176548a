"""Tests of arcload.studio.tasks."""
