"""The processes of a Ray cluster that this process started."""

import os
from pathlib import Path


def ray_processes(title: str) -> list[int]:
    """Return the processes of our own cluster that Ray shows under a title, such as a task's."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            shown = (folder / "cmdline").read_text()
            ours = _parent(_parent(int(folder.name))) == os.getpid()  # ours started the raylet
        except OSError:
            continue
        if shown.startswith(f"ray::{title}") and ours:
            found.append(int(folder.name))
    return found


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
