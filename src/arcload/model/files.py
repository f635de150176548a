"""Reading and writing text files without surprises."""

import codecs
import errno
import json
import os
import re
import stat
import tempfile
from collections.abc import Iterator, Sequence
from os import PathLike
from pathlib import Path
from typing import Any

from arcload.model.errors import InputError, NotWrittenError, did_you_mean
from arcload.model.notes import Note
from arcload.model.sources import Source, Target, content_of, is_path, name_of, write_stream
from arcload.model.types import Id

_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d{1,18}", re.ASCII)
_JSON_TOKEN = re.compile(
    r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|NaN|-?Infinity|-?\d+(?![\d.eE])|[^\s{}\[\],:"]+'
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
_PROBED = 100_000  # bytes that must fit onto a disk for it not to be full
_MOST_DIGITS = 4000  # Python refuses to read whole numbers of more than 4300


def read_text(path: Source, *, notes: list[Note] | None = None) -> str:
    """Return a file's text, its lines ended by a line feed each.

    Parameters
    ----------
    path
        A file in UTF-8, with or without a byte order mark; or its content, see `Source`.
    notes
        Takes the note that a text which is not UTF-8 was read as Windows-1252 or Latin-1; without
        it such a text is refused.
    """
    file = name_of(path)
    try:
        data = file.read_bytes() if is_path(path) else content_of(path)
    except InputError:
        raise
    except ValueError as error:
        raise InputError(f"{str(file)!r}: no file can have this name") from error
    except OSError as error:
        reason = (
            "is a folder" if os.path.isdir(file) else (error.strerror or "cannot be read").lower()
        )
        raise InputError(f"{file}: {reason}; name a file that can be read") from error
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise InputError(f"{file}, line 1: the text is UTF-16; save it as UTF-8")
    if b"\0" in data:
        raise at(file, _line_at(data, data.index(b"\0")), "a zero byte: this is no text in UTF-8")
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if notes is None:
            byte, line = data[error.start], _line_at(data, error.start)
            raise at(
                file, line, f"byte 0x{byte:02x} is not UTF-8; save the file as UTF-8"
            ) from None
        text, encoding = _decoded(data)
        notes.append(
            Note(
                f"{file} is not UTF-8: it is read as {encoding}; save it as UTF-8 if a name looks "
                "wrong"
            )
        )
    if not text.strip():
        raise InputError(f"{file}: the file is empty")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(data: bytes) -> tuple[str, str]:
    """Return a text that is not UTF-8 and its encoding: Windows-1252 if it can be, or Latin-1."""
    try:
        return data.decode("cp1252"), "Windows-1252"
    except UnicodeDecodeError:
        return data.decode("latin-1"), "Latin-1"


def write_text(path: Target, text: str) -> None:
    """Write a file in UTF-8 at once or not at all, see `write_bytes`."""
    write_bytes(path, encode(name_of(path), text))


def encode(path: str | PathLike[str], text: str) -> bytes:
    """Return a text in UTF-8, to be written to a file."""
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{path}: {text[error.start]!r} cannot be written as UTF-8") from error


def write_bytes(path: Target, data: bytes) -> None:
    """Write a file at once or not at all: to a temporary file, then renamed.

    A link stays one, and a file that is written anew keeps its permissions. One that is read-only
    stays as it is. An open file is written to.
    """
    if not is_path(path):
        write_stream(path, data)
        return
    file = name_of(path)
    try:
        _refuse_read_only(file)
        _write_bytes(file, data)
    except (OSError, ValueError) as error:
        raise not_written(file, error) from error


def require_writable(path: str | PathLike[str]) -> None:
    """Refuse, before any work, a file that `write_bytes` could not write."""
    file = Path(path)
    try:
        if not file.parent.is_dir():
            raise NotWrittenError(f"{file}: the folder {file.parent} is not there; make it first")
        if file.is_dir():
            raise NotWrittenError(f"{file}: this is a folder; name a file")
        _refuse_read_only(file)
        if not file.exists() or file.is_file():
            _probe(Path(os.path.realpath(file)).parent)
    except (OSError, ValueError) as error:
        raise not_written(file, error) from error


def require_writable_folder(folder: Path) -> None:
    """Refuse a folder in which no file can be written, or on a disk that is full."""
    try:
        _probe(folder)
    except OSError as error:
        raise not_written(folder, error) from error


def _probe(folder: Path) -> None:
    handle, name = tempfile.mkstemp(dir=folder, prefix=".arcload.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(bytes(_PROBED))
    finally:
        os.unlink(name)


def not_written(path: Path, error: Exception) -> NotWrittenError:
    """Return the error for a file or folder that cannot be written, with what to do."""
    if isinstance(error, NotWrittenError):
        return error
    code, reason = getattr(error, "errno", None), getattr(error, "strerror", None) or error
    advice = {errno.ENOSPC: "; make room", errno.EDQUOT: "; make room"}.get(
        code or 0, "; name a place that can be written"
    )
    return NotWrittenError(f"{path}: cannot be written ({reason}){advice}", path)


def _refuse_read_only(file: Path) -> None:
    """Refuse a file that may not be written, though a rename could replace it."""
    if not file.exists():
        return
    nobody = not file.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH)
    if nobody or not os.access(file, os.W_OK):  # root has access to all, whatever the mode says
        raise NotWrittenError(
            f"{file}: the file is read-only; allow writing to it or name another file", file
        )


def _write_bytes(file: Path, data: bytes) -> None:
    mode = file.stat().st_mode if file.exists() else stat.S_IFREG | (0o666 & ~_umask())
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        file.write_bytes(data)  # a device or a pipe, which a rename would replace
        return
    target = os.path.realpath(file)
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(target), prefix=".arcload.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


class JsonReader:
    """Takes values out of a JSON text and names the line of one that is wrong.

    The steps of its methods are the keys and positions that lead to a value.

    Parameters
    ----------
    text
        The text of the file.
    file
        Its path, for messages.
    schema
        What its ``schema`` must say; None where it has none.
    """

    def __init__(self, text: str, file: Path, schema: str | None) -> None:
        self.text, self.file = text, file
        self.data = parse_json(text, file, schema)

    def refuse(self, steps: Sequence[str | int], message: str) -> InputError:
        """Return the error for a value."""
        return at(self.file, line_in_json(self.text, steps), message)

    def keys(self, value: Any, names: Sequence[str], steps: Sequence[str | int]) -> dict[str, Any]:
        """Return an object that has none but the known keys."""
        if not isinstance(value, dict):
            raise self.refuse(steps, f"{brief(value)} stands where an object {{...}} should")
        for key in value:
            if key not in names:
                message = (
                    f"{brief(key)} is unknown{did_you_mean(key, names)}; use {', '.join(names)}"
                )
                raise self.refuse([*steps, key], message)
        return value

    def items(self, key: str) -> list[Any]:
        """Return one of the lists of the whole object."""
        value = self.data.get(key)
        if not isinstance(value, list):
            if key not in self.data:
                raise self.refuse([], f"the list {key!r} is missing")
            raise self.refuse([key], f"{key!r} is {brief(value)}; it must be a list [...]")
        return value

    def number(self, value: Any, what: str, steps: Sequence[str | int]) -> float:
        """Return a finite number."""
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.refuse(steps, f"{what} is {brief(value)}; it must be a number")
        try:
            number = float(value)
        except OverflowError:
            number = float("inf")
        if abs(number) == float("inf"):
            raise self.refuse(steps, f"{what} is too large; it must be a finite number")
        return number

    def whole(self, value: Any, what: str, steps: Sequence[str | int]) -> int:
        """Return a whole number."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refuse(steps, f"{what} is {brief(value)}; it must be a whole number")
        return value

    def text_of(self, value: Any, what: str, steps: Sequence[str | int]) -> str:
        """Return a text."""
        if not isinstance(value, str):
            raise self.refuse(steps, f"{what} is {brief(value)}; it must be text")
        return value

    def id_of(self, value: Any, what: str, steps: Sequence[str | int]) -> Id:
        """Return an id: text or a number."""
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise self.refuse(steps, f"{what} is {brief(value)}; it must be text or a number")
        return value


def parse_json(text: str, file: Path, schema: str | None) -> dict[str, Any]:
    """Return the object in a JSON text, refusing what is no plain JSON of this schema, if any."""
    try:
        data = json.loads(text, parse_constant=_refuse, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as error:
        raise at(file, error.lineno, f"this is not JSON ({error.msg.lower()})") from None
    except RecursionError:
        raise at(file, 1, "the JSON is nested too deeply") from None
    except ValueError:
        data = None
    if data is None or _SURROGATE_ESCAPE.search(text):
        for line, message in _flaws(text):
            raise at(file, line, message)
    if not isinstance(data, dict):
        raise at(file, 1, "this is not a JSON object; an arcload file starts with '{'")
    if schema is not None and data.get("schema") != schema:
        if "schema" not in data:
            raise at(file, 1, f"the schema is not stated; {schema!r} is needed here")
        line = line_in_json(text, ["schema"])
        raise at(file, line, f"the schema is {brief(data['schema'])}; {schema!r} is needed here")
    return data


def _refuse(word: str) -> None:
    raise ValueError(word)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("a key is given twice")
    return values


def _flaws(text: str) -> Iterator[tuple[int, str]]:
    """Give line and message of what is JSON by its form and cannot be taken all the same."""
    keys: list[set[str]] = []
    for match in _JSON_TOKEN.finditer(text):
        word, message = match.group(), ""
        if word in "{[":
            keys.append(set())
        elif word in "}]":
            keys.pop()
        elif word in ("NaN", "Infinity", "-Infinity"):
            message = f"{word} is not a number; give a finite one"
        elif len(word) > _MOST_DIGITS and word.lstrip("-").isdigit():
            message = f"the number {word[:9]}... has {len(word)} digits, which are too many"
        elif word.startswith('"'):
            value = json.loads(word)
            if _SURROGATE.search(value):
                message = f"{word[:40]} has half of a surrogate pair, which is no character"
            if text.startswith(":", _blank(text, match.end())):
                if value in keys[-1]:
                    message = f"{brief(value)} is given twice in one object"
                keys[-1].add(value)
        if message:
            yield text.count("\n", 0, match.start()) + 1, message


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


def brief(value: Any) -> str:
    """Return a value as JSON, text in single quotes, cut short for a message."""
    try:
        text = repr(value) if type(value) in (str, int) else json.dumps(value, ensure_ascii=False)
    except (RecursionError, TypeError, ValueError):
        return f"a {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."


def at(file: Path, line: int, message: str, advice: str = "") -> InputError:
    """Return an error that names a line of a file."""
    return InputError(f"{file}, line {line}: {message}", advice=advice)


def parse_number(text: str) -> float | None:
    """Return a plain decimal number, None if it is none or too large."""
    if not _NUMBER.fullmatch(text):
        return None
    value = float(text)
    return value if abs(value) != float("inf") else None


def parse_whole(text: str) -> int | None:
    """Return a whole number, None if it is none."""
    return int(text) if _WHOLE.fullmatch(text) else None


def stem(file: Path) -> str:
    """Return a file's name without its extension; a name of odd bytes gets question marks."""
    return file.stem.encode(errors="replace").decode()


def plain(value: float) -> float | int:
    """Return a whole number as an int, so that it is written without a fraction."""
    return int(value) if float(value).is_integer() and abs(value) < 1e15 else float(value)


def _line_at(data: bytes, position: int) -> int:
    before = data[:position].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return before.count(b"\n") + 1


def _blank(text: str, spot: int) -> int:
    while spot < len(text) and text[spot] in " \t\n\r":
        spot += 1
    return spot


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
