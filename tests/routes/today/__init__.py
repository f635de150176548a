"""Tests of arcload.routes.today."""
