"""Reading and writing text files without surprises."""

import json
import os
import re
import tempfile
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from arcload.errors import InputError

_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)


def read_text(path: str | PathLike[str], *, latin1: bool = False) -> str:
    """Return a file's text, its lines ended by a line feed each.

    Parameters
    ----------
    path
        A file in UTF-8, with or without a byte order mark.
    latin1
        Whether to take what is not UTF-8 as Latin-1.
    """
    file = Path(path)
    try:
        data = file.read_bytes()
    except OSError as error:
        reason = "is a folder" if file.is_dir() else (error.strerror or "cannot be read").lower()
        raise InputError(f"{file}: {reason}; name a file that can be read") from error
    if not data.strip():
        raise InputError(f"{file}: the file is empty")
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{file}, line 1: the text is UTF-16; save it as UTF-8")
    if b"\0" in data:
        raise at(file, _line_at(data, data.index(b"\0")), "this is a binary file, not text")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if not latin1:
            byte, line = data[error.start], _line_at(data, error.start)
            raise at(
                file, line, f"byte 0x{byte:02x} is not UTF-8; save the file as UTF-8"
            ) from None
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def write_text(path: str | PathLike[str], text: str) -> None:
    """Write a file at once or not at all: to a temporary file, then renamed."""
    file = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    except OSError as error:
        raise InputError(f"{file}: cannot be written ({error.strerror})") from error
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.write(text)
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, file)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise InputError(f"{file}: cannot be written ({error.strerror})") from error
        raise


def read_json(path: str | PathLike[str], schema: str) -> dict[str, Any]:
    """Return the object in a JSON file of this schema."""
    return parse_json(read_text(path), Path(path), schema)


def parse_json(text: str, file: Path, schema: str) -> dict[str, Any]:
    """Return the object in a JSON text, refusing what is no plain JSON of this schema."""

    def refuse_constant(word: str) -> None:
        raise ValueError(f"{word} is not a number; give a finite one")

    def refuse_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        values = dict(pairs)
        if len(values) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise ValueError(f"{twice!r} is given twice in one object")
        return values

    try:
        data = json.loads(text, parse_constant=refuse_constant, object_pairs_hook=refuse_doubles)
    except json.JSONDecodeError as error:
        raise at(file, error.lineno, f"this is not JSON ({error.msg.lower()})") from None
    except RecursionError:
        raise at(file, 1, "the JSON is nested too deeply") from None
    except ValueError as error:
        word = str(error).split()[0].strip("'")
        line = next((n for n, row in enumerate(text.split("\n"), 1) if word in row), 1)
        raise at(file, line, str(error)) from None
    if not isinstance(data, dict):
        raise at(file, 1, "this is not a JSON object; an arcload file starts with '{'")
    if data.get("schema") != schema:
        stated = data.get("schema")
        raise at(file, 1, f"the schema is {stated!r}; {schema!r} is needed here")
    return data


def line_in_json(text: str, steps: Sequence[str | int]) -> int:
    """Return the line on which the value lies that these keys and positions lead to."""
    decoder = json.JSONDecoder()
    spot = _blank(text, 0)
    for step in steps:
        spot = _blank(text, spot + 1)  # into the object or array
        position = 0
        while text[spot] not in "]}":
            if isinstance(step, str):
                key, spot = decoder.raw_decode(text, spot)
                spot = _blank(text, _blank(text, spot) + 1)  # over the colon
            else:
                key = position
            if key == step:
                break
            _, spot = decoder.raw_decode(text, spot)
            spot = _blank(text, spot)
            if text[spot] == ",":
                spot = _blank(text, spot + 1)
            position += 1
    return text.count("\n", 0, spot) + 1


def at(file: Path, line: int, message: str) -> InputError:
    """Return an error that names a line of a file."""
    return InputError(f"{file}, line {line}: {message}")


def parse_number(text: str) -> float | None:
    """Return a plain decimal number, None if it is none or too large."""
    if not _NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if abs(value) != float("inf") else None


def parse_whole(text: str) -> int | None:
    """Return a whole number, None if it is none."""
    return int(text) if _WHOLE.fullmatch(text) else None


def plain(value: float) -> float | int:
    """Return a whole number as an int, so that it is written without a fraction."""
    return int(value) if float(value).is_integer() and abs(value) < 1e15 else float(value)


def _line_at(data: bytes, position: int) -> int:
    return data.count(b"\n", 0, position) + 1


def _blank(text: str, spot: int) -> int:
    while spot < len(text) and text[spot] in " \t\n\r":
        spot += 1
    return spot


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
