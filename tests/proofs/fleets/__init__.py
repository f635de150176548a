"""Tests of arcload.proofs.fleets."""
