"""The version, for all who state it."""

__version__ = "0.2.0"
