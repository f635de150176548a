"""Appends runs to a file, so that it is whole at any moment."""

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from arcload.model.errors import InputError


class LinesFile:
    """A file of lines that grows by whole lines, each on the disk before the next is begun.

    A line is one write: a process that is killed leaves it out or has it. What a failing disk
    or machine tore off is dropped when the file is opened again. No second process may open it.

    Parameters
    ----------
    path
        The file; made if it is not there.
    header
        Its first line.
    """

    def __init__(self, path: Path, header: str) -> None:
        self.path, self._header = path, header

    def __enter__(self) -> Self:
        try:
            self._handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise InputError(f"{self.path}: cannot be written ({error.strerror})") from error
        self._lock()
        self._drop_torn_line()
        if not os.fstat(self._handle).st_size:
            self.append(self._header)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        os.close(self._handle)

    def append(self, line: str) -> None:
        """Add a line and wait until it is on the disk."""
        data = line.encode()
        try:
            if os.write(self._handle, data) != len(data):
                raise OSError(0, "the disk is full")
            os.fsync(self._handle)
        except OSError as error:
            raise InputError(f"{self.path}: cannot be written ({error.strerror})") from error

    def _lock(self) -> None:
        with suppress(ImportError):  # there is no such lock on Windows
            import fcntl

            try:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(self._handle)
                raise InputError(
                    f"{self.path}: another benchmark is writing to it; wait for it",
                    advice="or name another place by {folder}",
                ) from None

    def _drop_torn_line(self) -> None:
        whole = len(_whole(self.path.read_bytes()))
        if whole < os.fstat(self._handle).st_size:
            os.ftruncate(self._handle, whole)


def whole_lines(path: Path) -> str:
    """Return the text of such a file without a last line that was torn."""
    try:
        return _whole(path.read_bytes()).decode().replace("\r\n", "\n")
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError:
        raise InputError(f"{path}: this is no text in UTF-8") from None


def _whole(data: bytes) -> bytes:
    """Return the data up to its last whole line; a machine that fails may leave zeros behind."""
    written = data.split(b"\0", 1)[0]
    return written[: written.rfind(b"\n") + 1]
