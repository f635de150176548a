"""Tags of streets, of which osmnx makes lists where it joins streets."""

import ast
import contextlib
from collections.abc import Mapping, Sequence
from typing import Any


def unpacked(value: Any) -> Any:
    """Return a value; a list, or the text of one as osmnx writes it, as a list."""
    if isinstance(value, str) and value.startswith("["):
        with contextlib.suppress(ValueError, SyntaxError, RecursionError, MemoryError):
            value = ast.literal_eval(value)
    return list(value) if isinstance(value, set | frozenset | tuple) else value


def values_of(value: Any) -> list[str]:
    """Return the values of a tag, one or several."""
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]


def join_tags(parts: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the tags of a street made of several; where they differ, a list of values."""
    if len(parts) == 1:
        return parts[0]
    joined: dict[str, dict[str, None]] = {}
    for tags in parts:
        for key, value in tags.items():
            joined.setdefault(key, {}).update(dict.fromkeys(values_of(value)))
    lists = {key: list(values) for key, values in joined.items()}
    return {key: values[0] if len(values) == 1 else values for key, values in lists.items()}
