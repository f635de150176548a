"""Tags of streets, of which osmnx makes lists where it joins streets."""

import ast
import contextlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

_OTHER_SIDE = {"forward": "backward", "backward": "forward", "left": "right", "right": "left"}
_OTHER_WAY = {"yes": "-1", "true": "-1", "1": "-1", "-1": "yes", "reverse": "yes"}
_DIRECTED = re.compile(r":(?:forward|backward|left|right)(?![^:])|^oneway:")


def unpacked(value: Any) -> Any:
    """Return a value; a list, or the text of one as osmnx writes it, as a list."""
    if isinstance(value, str) and value.startswith("["):
        with contextlib.suppress(ValueError, SyntaxError, RecursionError, MemoryError):
            value = ast.literal_eval(value)
    return list(value) if isinstance(value, set | frozenset | tuple) else value


def values_of(value: Any) -> list[str]:
    """Return the values of a tag, one or several."""
    return [str(item) for item in value] if isinstance(value, list) else [str(value)]


def turned_tags(tags: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the tags of a street as they are for one who drives it the other way."""
    if not any(_DIRECTED.search(key) for key in tags):
        return tags
    turned: dict[str, Any] = {}
    for key, value in tags.items():
        sides = [_OTHER_SIDE.get(word, word) for word in key.split(":")]
        turned[":".join(sides)] = value
        if sides[0] == "oneway" and len(sides) > 1:
            turned[key] = _OTHER_WAY.get(str(value), value)
    return turned


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
