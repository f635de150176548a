"""What files are read from and written to: paths, streams, bytes and dictionaries."""

import io
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import IO, Any, TypeAlias

from arcload.model.arguments import path_of, shown
from arcload.model.errors import CheckError, InputError

Source: TypeAlias = (
    str | PathLike[str] | IO[str] | IO[bytes] | bytes | bytearray | Mapping[str, Any]
)
"""A path, an open file, the bytes of a file, or what its JSON says."""

Target: TypeAlias = str | PathLike[str] | IO[str] | IO[bytes]
"""A path or an open file."""

_DICT, _BYTES, _STREAM = Path("dict"), Path("bytes"), Path("stream")
_LINE = re.compile(r"^dict, line \d+: ")
_READERS = {  # kinds that have functions of their own
    "DataFrame": "give its lines to arcload.from_geodataframe, or its rows to "
    "arcload.Instance.from_edges",
    "GeoDataFrame": "use arcload.from_geodataframe",
    **dict.fromkeys(
        ("Graph", "DiGraph", "MultiGraph", "MultiDiGraph"), "use arcload.from_networkx"
    ),
}


def is_stream(value: object) -> bool:
    """Return whether something is an open file, or like one."""
    return callable(getattr(value, "read", None)) or callable(getattr(value, "write", None))


def name_of(source: Any) -> Path:
    """Return the path that messages name; refuse what nothing can be read from or written to."""
    if isinstance(source, Mapping):
        return _DICT
    if isinstance(source, bytes | bytearray | memoryview):
        return _BYTES
    if is_stream(source) and not isinstance(source, PathLike):
        name = getattr(source, "name", None)
        return Path(name) if isinstance(name, str) and name else _STREAM
    kind = type(source).__name__
    if kind in _READERS:
        raise InputError(f"a {kind} is given for a file; {_READERS[kind]}")
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith(("{", "<"))):
        raise InputError(
            f"{shown(source)} is given for the name of a file; for its content give bytes or "
            "io.StringIO(text)"
        )
    return path_of(source)


def is_path(source: object) -> bool:
    """Return whether a source is the path of a file."""
    return isinstance(source, str | PathLike)


def content_of(source: Any) -> bytes:
    """Return the bytes of a source that is no path."""
    if isinstance(source, Mapping):
        return _json(source).encode("utf-8", "surrogatepass")
    if isinstance(source, bytes | bytearray | memoryview):
        return bytes(source)
    name = name_of(source)
    try:
        content = source.read()
    except (AttributeError, OSError, ValueError) as error:  # not open, not for reading
        raise InputError(f"{name}: cannot be read ({error}); open it for reading") from None
    if isinstance(content, str):
        return content.encode("utf-8", "surrogatepass")
    if not isinstance(content, bytes | bytearray):
        raise InputError(f"{name}: reading it gives {shown(content)}; give a file of text or bytes")
    return bytes(content)


def write_stream(stream: Any, content: str | bytes) -> None:
    """Write to an open file: text where it takes text, bytes in UTF-8 where it takes bytes."""
    name = name_of(stream)
    try:
        if isinstance(stream, io.TextIOBase):
            stream.write(content if isinstance(content, str) else content.decode())
        else:
            stream.write(content if isinstance(content, bytes) else content.encode())
    except UnicodeDecodeError:
        raise InputError(
            f"{name}: this format is no text; open the file for bytes ('wb')"
        ) from None
    except (AttributeError, OSError, TypeError, ValueError) as error:
        raise InputError(f"{name}: cannot be written ({error}); open it for writing") from None


@contextmanager
def without_lines(source: object) -> Iterator[None]:
    """Leave out of an error the line of a source that has no lines: what a dictionary says."""
    try:
        yield
    except InputError as error:
        if not isinstance(source, Mapping):
            raise
        raise InputError(_LINE.sub("dict: ", error.message), advice=error.advice) from None


@contextmanager
def stated_in(source: object) -> Iterator[None]:
    """Name the source in an error of what it states."""
    try:
        yield
    except (CheckError, InputError) as error:
        raise error.found_in(name_of(source)) from None


def _json(value: Mapping[str, Any]) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=_plain)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"dict: this cannot be JSON ({error})") from None


def _plain(value: Any) -> Any:
    """Return what NumPy has as plain Python."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{shown(value)} is neither text, number, list nor dictionary")
