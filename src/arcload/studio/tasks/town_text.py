"""Options of a request as the town file that says the same."""

import json
import re
from collections.abc import Mapping
from typing import Any

from arcload.model.errors import InputError
from arcload.model.files import brief

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def town_text(streets: str, options: Mapping[str, Any]) -> str:
    """Return the text of a town file, one line per option.

    Parameters
    ----------
    streets
        The name of the file with the network.
    options
        Options of `arcload.read` by name, ready for JSON; null is as if not given.
    """
    if "streets" in options:
        raise InputError("options: streets is the file that was sent; leave it out")
    lines = {"streets": streets} | {k: value for k, value in options.items() if value is not None}
    return "".join(f"{_key(key)} = {_value(value, key)}\n" for key, value in lines.items())


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: Any, key: str) -> str:
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, bool | int | float):
        return json.dumps(value).replace("Infinity", "inf").replace("NaN", "nan")
    if isinstance(value, list):
        return f"[{', '.join(_value(item, key) for item in value)}]"
    if isinstance(value, dict):
        stated = ((k, item) for k, item in value.items() if item is not None)
        return "{" + ", ".join(f"{_key(k)} = {_value(item, key)}" for k, item in stated) + "}"
    raise InputError(f"options: {key} is {brief(value)}; leave it out")


def _text(text: str) -> str:
    """Return a text in quotes; escapes of JSON are those of TOML, but for halves of pairs."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InputError(f"options: {text!r} is no text that can be written as UTF-8") from None
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
