"""Tests of the postman's linear program."""
