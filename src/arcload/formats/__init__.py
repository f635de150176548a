"""Instances from files and to files."""

from arcload.formats.convert import read, write
from arcload.formats.draft import Draft

__all__ = ["Draft", "read", "write"]
