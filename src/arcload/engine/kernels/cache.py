"""Compiled kernels kept in files, so that the next process need not compile them again.

Numba's own cache ends a run where no folder can be written, a disk is full or a file is damaged,
and two processes that save a kernel at once can mix up its files. Here each compiled signature is
one file with a digest; whatever fails, the kernel is compiled.
"""

import hashlib
import os
import pickle
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import numba
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from arcload.engine.kernel_notes import note_kept, note_not_kept
from arcload.model.errors import InputError
from arcload.model.files import write_bytes

_KERNELS = Path(__file__).parent
_VARIABLE = "NUMBA_CACHE_DIR"
_DIGEST = hashlib.sha256().digest_size


class Folder(NamedTuple):
    """Where compiled kernels are kept.

    Parameters
    ----------
    path
        The folder.
    own
        Whether it must be this user's alone: what is loaded from it is run.
    """

    path: Path
    own: bool


def folders() -> Iterator[Folder]:
    """Give the folders in which compiled kernels are looked for, the first to be written first.

    The one that ``NUMBA_CACHE_DIR`` names, the one beside the kernels, one of the user's, and one
    in the system's temporary folder. The working folder is none of them, and Numba's settings
    there do not count: whoever wrote the files in it could have put code there.
    """
    told = os.environ.get(_VARIABLE)
    place = hashlib.sha256(os.fsencode(_KERNELS)).hexdigest()[:16]
    if told:
        yield Folder(Path(told).absolute() / f"arcload-{place}", own=False)
    yield Folder(_KERNELS / "__pycache__", own=False)
    with suppress(RuntimeError):  # a user without a home
        users = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
        home = Path(users) if users and os.path.isabs(users) else Path.home() / ".cache"
        if home.is_absolute():
            yield Folder(home / "arcload" / place, own=True)
    with suppress(OSError):  # no temporary folder can be written
        user = os.getuid() if hasattr(os, "getuid") else "user"
        temporary = Path(tempfile.gettempdir()).absolute()
        if temporary != Path.cwd():  # Python's last resort
            yield Folder(temporary / f"arcload-{user}" / place, own=True)


class KernelCache:
    """What Numba asks for a compiled kernel, and gives one to.

    Parameters
    ----------
    function
        The kernel in Python.
    stamp
        What it was compiled from: the text of all kernels.
    """

    def __init__(self, function: Callable[..., Any], stamp: str) -> None:
        module = Path(function.__code__.co_filename).stem
        name = f"{module}.{function.__qualname__}".replace("<", "").replace(">", "")
        self._kernel = f"{name}.{sys.implementation.cache_tag}-"
        versions = f"{stamp} {numba.__version__} {sys.version}"
        self._prefix = self._kernel + hashlib.sha256(versions.encode()).hexdigest()[:16] + "-"

    @property
    def cache_path(self) -> None:
        """No one folder, for Numba's statistics."""

    def holds_any(self) -> bool:
        """Return whether the kernel as it stands was compiled before, for any arguments."""
        return any(
            file.name.startswith(self._prefix) for folder in folders() for file in _files(folder)
        )

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """Return the kernel compiled for a signature; None where that is not kept."""
        target_context.refresh()
        with suppress(Exception):  # whatever is wrong with a file, the kernel can be compiled
            name = self._name(signature, target_context.codegen())
            for folder in folders():
                data = _read(folder, name)
                if data is not None:
                    made_for, parts = pickle.loads(data)
                    if made_for == signature:
                        return CompileResult._rebuild(target_context, *parts)  # type: ignore[no-untyped-call]
        return None

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a compiled kernel in the first folder that can be written."""
        if compiled.library.has_dynamic_globals:  # addresses that hold in this process alone
            return
        stored = False
        with suppress(Exception):  # it is compiled, stored or not
            name = self._name(signature, compiled.codegen)
            data = dumps((signature, compiled._reduce()))  # type: ignore[no-untyped-call]
            stored = any(_write(folder, name, data) for folder in folders())
        if not stored:
            note_not_kept(self._kernel, _why_nothing_is_kept())
            return
        note_kept(self._kernel)
        for folder in folders():
            self._drop_old(folder)

    def enable(self) -> None:
        """Do nothing: it is always on."""

    def disable(self) -> None:
        """Do nothing: it is always on."""

    def flush(self) -> None:
        """Do nothing: other kernels make other files."""

    def _name(self, signature: Any, codegen: Any) -> str:
        wanted = f"{signature} {codegen.magic_tuple()}"
        return f"{self._prefix}{hashlib.sha256(wanted.encode()).hexdigest()[:16]}.nbc"

    def _drop_old(self, folder: Folder) -> None:
        """Remove what was compiled from other texts of the kernels."""
        for file in _files(folder):
            if file.name.startswith(self._kernel) and not file.name.startswith(self._prefix):
                with suppress(OSError):
                    file.unlink()


def can_keep() -> bool:
    """Return whether any folder can be written."""
    for folder in folders():
        with suppress(OSError):
            _make(folder)
            tempfile.TemporaryFile(dir=folder.path).close()
            return True
    return False


def _files(folder: Folder) -> list[Path]:
    try:
        return list(folder.path.glob("*.nbc"))
    except OSError:
        return []


def _read(folder: Folder, name: str) -> bytes | None:
    """Return what a file holds; None if there is none, it is damaged or may be another user's."""
    try:
        with (folder.path / name).open("rb") as file:
            if folder.own and not _is_safe(os.fstat(file.fileno())):
                return None
            content = file.read()
    except OSError:
        return None
    digest, data = content[:_DIGEST], content[_DIGEST:]
    return data if hashlib.sha256(data).digest() == digest else None


def _write(folder: Folder, name: str, data: bytes) -> bool:
    """Write a file; return whether that worked."""
    try:
        _make(folder)
        write_bytes(folder.path / name, hashlib.sha256(data).digest() + data)
        if folder.own:
            (folder.path / name).chmod(0o600)
    except (OSError, InputError):
        return False
    return True


def _make(folder: Folder) -> None:
    """Make a folder; one that must be the user's alone is closed to others."""
    if not folder.own:
        folder.path.mkdir(parents=True, exist_ok=True)
        return
    folder.path.parent.parent.mkdir(parents=True, exist_ok=True)
    for path in (folder.path.parent, folder.path):
        path.mkdir(mode=0o700, exist_ok=True)
        if not _is_safe(path.lstat()):
            raise PermissionError(f"{path} may be changed by others")


def _is_safe(status: os.stat_result) -> bool:
    """Return whether a file or folder can be changed by this user and the system alone."""
    if not hasattr(os, "geteuid"):  # Windows, whose temporary folders are each user's own
        return True
    mode = status.st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        return False
    return status.st_uid in (0, os.geteuid()) and not mode & (stat.S_IWGRP | stat.S_IWOTH)


def _why_nothing_is_kept() -> str:
    tried = ", ".join(str(folder.path.parent) for folder in folders())
    return (
        f"compiled kernels cannot be kept, so every start compiles them again; none of {tried} "
        f"can be written: name a folder in the variable {_VARIABLE}"
    )
