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


def _processor() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return " ".join(value.split())
    return platform.machine()
