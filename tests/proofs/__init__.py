"""Tests of arcload.proofs."""
