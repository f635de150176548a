"""What a machine is, in a few words."""

import os
import platform
from contextlib import suppress
from functools import cache
from pathlib import Path


@cache
def machine() -> str:
    """Return system, processor and cores of this machine; not its name, which may be private."""
    return f"{platform.system()} {_processor()}, {os.cpu_count()} cores"


def memory() -> float | None:
    """Return the bytes of memory that this machine has, None where it does not say."""
    with suppress(AttributeError, ValueError, OSError):
        return float(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    return None


def _processor() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return " ".join(value.split())
    return platform.machine()
