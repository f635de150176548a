"""The check of bounds."""
