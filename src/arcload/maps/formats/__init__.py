"""Instances from files and to files."""

from arcload.maps.formats.convert import read, write
from arcload.maps.formats.draft import Draft

__all__ = ["Draft", "read", "write"]
