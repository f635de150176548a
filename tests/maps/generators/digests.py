"""A short name for all that an instance holds."""

import hashlib

import arcload
from arcload.maps.formats.convert import dumps


def digest(instance: arcload.Instance) -> str:
    """Return the first digits of the hash of an instance as JSON."""
    text, _ = dumps(instance, "x.json")
    return hashlib.sha256(text.encode()).hexdigest()[:16]
