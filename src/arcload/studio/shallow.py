"""Values of requests that are handed on to other processes."""

from typing import Any

from arcload.model.errors import InputError

_DEEPEST = 20


def require_shallow(value: Any, what: str) -> None:
    """Refuse lists in lists in lists and so on, deeper than any value that has a meaning here."""
    layer = [value]
    for _ in range(_DEEPEST):
        layer = [
            part
            for one in layer
            if isinstance(one, list | dict)
            for part in (one.values() if isinstance(one, dict) else one)
        ]
        if not layer:
            return
    raise InputError(f"{what} are nested too deeply; leave out the inner lists")
