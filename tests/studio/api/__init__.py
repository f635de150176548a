"""Tests of the routes of the service."""
