"""How much memory there is, and one sentence for all that would need more."""

import errno
import os
import re
import sys
from pathlib import Path

from arcload.model.errors import InputError

if sys.platform != "win32":
    import resource

MARGIN = 200 * 2**20
"""What a search takes beside its matrices: compiled code, libraries, the network itself."""

_GIB = 2**30
_NO_ROOM = re.compile("failed to map segment|cannot allocate memory", re.IGNORECASE)
_NO_LIMIT = 2**62  # a group without a limit states one as large as this


def require_memory(needed: float, what: str, instead: str) -> None:
    """Refuse work that needs more memory than there is, before it is begun.

    Parameters
    ----------
    needed
        Bytes it will take at its peak.
    what
        What takes them, as the subject of a sentence in the plural.
    instead
        What to do instead.
    """
    there = available_memory()
    if needed > there:
        raise InputError(
            f"{what} need {_words(needed)} of memory and {_words(there)} are free; {instead}"
        )


def out_of_memory(error: BaseException) -> InputError | None:
    """Return the sentence for an error that says that memory ran out; None for any other."""
    if not isinstance(error, MemoryError) and not (
        (isinstance(error, OSError) and error.errno == errno.ENOMEM)
        or (isinstance(error, ImportError) and _NO_ROOM.search(str(error)))
        or (isinstance(error, RuntimeError) and "can't start new thread" in str(error))
    ):
        return None
    return InputError(
        f"the memory is not enough, {_words(available_memory())} are free; end other programs, "
        "raise the limit (ulimit -v, or that of the container), or split the network into districts"
    )


def available_memory() -> int:
    """Return how many bytes this process may still take.

    The least of what the machine, the container (its control groups) and the process's own limits
    (``ulimit -v`` and ``ulimit -d``) leave.
    """
    limits = [_NO_LIMIT, *_of_machine(), *_of_groups(), *_of_process()]
    return max(0, min(limits))


def _of_machine() -> list[int]:
    fields = _fields(Path("/proc/meminfo"))
    if "MemAvailable" in fields:
        return [int(fields["MemAvailable"].split()[0]) * 1024]
    if hasattr(os, "sysconf"):
        return [os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")]
    return []


def _of_groups(
    root: Path = Path("/sys/fs/cgroup"), own: Path = Path("/proc/self/cgroup")
) -> list[int]:
    """Return what the groups of this process leave, of either version, and those above them."""
    folders = [root, root / "memory"]
    for line in _lines(own):
        _, controllers, place = line.split(":", 2)
        base = root / "memory" if "memory" in controllers.split(",") else root
        folder = base / place.lstrip("/")
        folders += [folder, *(above for above in folder.parents if above.is_relative_to(root))]
    left = []
    for folder in dict.fromkeys(folders):
        for limit, used in (
            ("memory.max", "memory.current"),
            ("memory.limit_in_bytes", "memory.usage_in_bytes"),
        ):
            numbers = [*_lines(folder / limit)[:1], *_lines(folder / used)[:1]]
            if len(numbers) == 2 and all(number.isdecimal() for number in numbers):
                left.append(int(numbers[0]) - int(numbers[1]) + _reclaimable(folder))
    return left


def _reclaimable(folder: Path) -> int:
    """Return what files hold in memory that the group gives back when it is needed."""
    for line in _lines(folder / "memory.stat"):
        name, _, value = line.partition(" ")
        if name == "inactive_file" and value.isdecimal():
            return int(value)
    return 0


def _of_process() -> list[int]:
    if sys.platform == "win32":
        return []
    used = _lines(Path("/proc/self/statm"))
    if not used:
        return []
    pages, page = used[0].split(), resource.getpagesize()
    kinds = ((resource.RLIMIT_AS, pages[0]), (resource.RLIMIT_DATA, pages[5]))
    limits = ((resource.getrlimit(kind)[0], int(taken) * page) for kind, taken in kinds)
    return [limit - taken for limit, taken in limits if limit != resource.RLIM_INFINITY]


def _fields(file: Path) -> dict[str, str]:
    return dict(line.split(":", 1) for line in _lines(file) if ":" in line)


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text().splitlines()
    except OSError:
        return []


def _words(size: float) -> str:
    return f"{size / _GIB:,.1f} GiB" if size >= _GIB else f"{size / 2**20:.0f} MiB"
