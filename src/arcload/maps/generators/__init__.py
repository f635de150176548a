"""Instances made by chance, the same for a seed on every platform."""

from arcload.maps.generators.generate import KINDS, generate
from arcload.maps.generators.paper import paper_set

__all__ = ["KINDS", "generate", "paper_set"]
