"""Instances made by chance, the same for a seed on every platform."""

from arcload.generators.generate import KINDS, generate
from arcload.generators.paper import paper_set

__all__ = ["KINDS", "generate", "paper_set"]
