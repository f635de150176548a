"""Tests of the environment for agents."""
