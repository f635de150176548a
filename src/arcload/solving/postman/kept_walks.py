"""Shortest walks that were found before, kept in memory and in the user's cache folder."""

import hashlib
import math
import os
import struct
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import numpy as np

from arcload._version import __version__
from arcload.model.errors import InputError
from arcload.model.files import write_bytes
from arcload.model.instance import Instance
from arcload.solving.postman.euler import Drive

_MOST_IN_MEMORY, _MOST_FILES = 32, 200
_DIGEST = hashlib.sha256().digest_size
_FORMAT = "arcload-kept-walk/2"
_NUMBERS = struct.Struct("<dd")  # the bound, not a number where it is the length; the seconds


class KeptWalk(NamedTuple):
    """The shortest walk that was found."""

    drives: list[Drive]
    bound: float | None = None
    """A length that none is below; None if that is its own."""
    seconds: float = 0.0
    """Time in which no shorter one was found, nor a better bound."""


_memory: "OrderedDict[str, KeptWalk]" = OrderedDict()


def kept_walk(instance: Instance) -> KeptWalk | None:
    """Return the shortest walk of an instance, if one is kept; whatever is on board.

    What is kept is only believed if it is whole, of this version, and a walk of this network.
    """
    key = _key(instance)
    walk = _memory.get(key) or _read(key)
    if walk is None or not _is_walk(instance, walk.drives):
        return None
    _remember(key, walk)
    return walk


def keep_walk(instance: Instance, walk: KeptWalk, *, in_file: bool) -> None:
    """Keep a walk in memory, and in a file if that is wanted."""
    key = _key(instance)
    _remember(key, walk)
    if in_file:
        with suppress(OSError, InputError, RuntimeError):  # a folder that cannot be written
            folder = _folder()
            folder.mkdir(parents=True, exist_ok=True)
            bound = math.nan if walk.bound is None else walk.bound
            drives = np.array(walk.drives, dtype=np.int32).reshape(-1, 2)
            data = _NUMBERS.pack(bound, walk.seconds) + drives.tobytes()
            write_bytes(folder / f"{key}.walk", _sealed(key, data) + data)
            files = sorted(folder.glob("*.walk"), key=lambda file: file.stat().st_mtime)
            for file in files[:-_MOST_FILES]:
                file.unlink()


def _remember(key: str, walk: KeptWalk) -> None:
    _memory[key] = walk
    _memory.move_to_end(key)
    if len(_memory) > _MOST_IN_MEMORY:
        _memory.popitem(last=False)


def _key(instance: Instance) -> str:
    """Return a digest of all that the shortest tour depends on."""
    places = np.array([instance.start_index, instance.end_index, len(instance.nodes)])
    parts = (instance.ends, instance.lengths, instance.demands > 0, places)
    digest = hashlib.sha256(instance.mode.encode())
    for part in parts:
        digest.update(f"{part.shape}{part.dtype}".encode() + np.ascontiguousarray(part).tobytes())
    return digest.hexdigest()


def _folder() -> Path:
    users = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    home = Path(users) if users and os.path.isabs(users) else Path.home() / ".cache"
    return home / "arcload" / "shortest-tours"


def _sealed(key: str, data: bytes) -> bytes:
    return hashlib.sha256(f"{__version__} {_FORMAT} {key} ".encode() + data).digest()


def _read(key: str) -> KeptWalk | None:
    with suppress(OSError, RuntimeError):
        content = (_folder() / f"{key}.walk").read_bytes()
        seal, data = content[:_DIGEST], content[_DIGEST:]
        if seal == _sealed(key, data):
            bound, seconds = _NUMBERS.unpack_from(data)
            drives = np.frombuffer(data, np.int32, offset=_NUMBERS.size).reshape(-1, 2)
            walk = [(edge, side) for edge, side in drives.tolist()]
            return KeptWalk(walk, None if math.isnan(bound) else bound, seconds)
    return None


def _is_walk(instance: Instance, walk: list[Drive]) -> bool:
    """Return whether a walk leads from the start to the end along every street to be served."""
    drives = np.array(walk, dtype=np.int64).reshape(-1, 2)
    edge, side = drives.T
    if not len(walk) or edge.min() < 0 or edge.max() >= len(instance.edges):
        return False
    if not np.isin(side, (0, 1)).all() or not np.isfinite(instance.lengths[edge, side]).all():
        return False
    enter, leave = instance.ends[edge, side], instance.ends[edge, 1 - side]
    return (
        np.array_equal(leave[:-1], enter[1:])
        and instance.start_index in (-1, enter[0])
        and instance.end_index in (-1, leave[-1])
        and bool(np.isin(instance.served, edge).all())
    )
