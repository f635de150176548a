"""Cuts of the pieces of a tour between two loads, for the load-indexed relaxation."""
