"""Tests of the envelope's linear program."""
