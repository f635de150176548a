"""Tracks of a vehicle, such as a GPS device records, matched to the streets of a network."""
