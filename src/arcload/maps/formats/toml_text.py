"""A TOML file: its values, and the lines on which they stand."""

import json
import math
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arcload.model.errors import InputError, did_you_mean
from arcload.model.files import at, brief, read_text

_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")
_VALUE_END = re.compile(r"\]|\}|\"{3}|'{3}")  # of a value of several lines

Steps = Sequence[str | int]


class TomlText:
    """The values of a TOML file, each of which can be refused with its line.

    Parameters
    ----------
    file
        The file.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._text = read_text(file)
        try:
            self.data: dict[str, Any] = tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            place = _PLACE.search(str(error))
            last = self._text.rstrip().count("\n") + 1
            line = int(place[1]) if place is not None and place[1] else last
            reason = _PLACE.sub("", str(error))
            raise at(
                file, line, f"this is not TOML ({reason[:1].lower()}{reason[1:]}); mend the line"
            ) from None
        except (RecursionError, ValueError):  # values in thousands of brackets, or numbers as long
            raise InputError(f"{file}: the file has a value that is too long") from None

    def line(self, steps: Steps) -> int:
        """Return the line on which the value begins that these keys and positions lead to.

        It is the first that has the key in it, and with all lines before it holds the value: with
        as many lines after it as are needed for TOML.
        """
        rows = self._text.split("\n")
        key = name_in(steps)
        for has in (key, ""):  # a key may be written with escapes
            for number in (n for n, row in enumerate(rows, start=1) if has in row):
                if _has(_first_toml(rows, number), steps):
                    return number
        return 1

    def refuse(self, steps: Steps, message: str, advice: str = "") -> InputError:
        """Return the error for a value."""
        return at(self.file, self.line(steps), message, advice)

    def keys(self, value: Any, names: Sequence[str], steps: Steps) -> dict[str, Any]:
        """Return a table that has none but the known keys."""
        if not isinstance(value, dict):
            name = name_in(steps)
            raise self.refuse(steps, f"{name} is {brief(value)}; it must be a table [{name}]")
        for key in value:
            if key not in names:
                longer = [name for name in names if name.startswith(f"{key}_")]
                near = did_you_mean(key, longer or names, 0.4 if longer else 0.6)
                near = near or f"; use {', '.join(names)}"
                raise self.refuse([*steps, key], f"{brief(key)} is unknown{near}")
        return value


def name_in(steps: Steps) -> str:
    """Return the last key among keys and positions."""
    return next(step for step in reversed(steps) if isinstance(step, str))


def toml_value(value: Any) -> str:
    """Return text, a number, a truth value, or a list or table of such as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):  # TOML escapes as JSON does, and one character more
        return json.dumps(value, ensure_ascii=False).replace("\x7f", r"\u007f")
    if isinstance(value, dict):
        pairs = (f"{toml_key(key)} = {toml_value(item)}" for key, item in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_value, value)) + "]"
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return repr(value)


def toml_key(key: str) -> str:
    """Return a key as TOML writes it."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else toml_value(key)


def _first_toml(rows: list[str], least: int) -> dict[str, Any]:
    """Return the values of the fewest first rows that are TOML, `least` of them or more."""
    ends = (n for n in range(least + 1, len(rows) + 1) if _VALUE_END.search(rows[n - 1]))
    for count in (least, *ends):
        try:
            return tomllib.loads("\n".join(rows[:count]))
        except ValueError:
            continue
    return {}


def _has(data: Any, steps: Steps) -> bool:
    for step in steps:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True
