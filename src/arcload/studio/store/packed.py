"""Values and long texts as the file holds them."""

import json
import zlib
from typing import Any


def as_json(value: Any) -> str:
    """Return a value as JSON."""
    return json.dumps(value, separators=(",", ":"))


def packed(text: str) -> bytes:
    """Return a long text in less space."""
    return zlib.compress(text.encode(), 1)


def unpacked(blob: bytes) -> str:
    """Return the text that was packed."""
    return zlib.decompress(blob).decode()
