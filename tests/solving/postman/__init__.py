"""Tests of arcload.solving.postman."""
