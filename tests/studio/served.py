"""A server in a process of its own, as users run it."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

_MOST_SECONDS = 120


class Served:
    """A running server.

    Parameters
    ----------
    process
        The server.
    address
        Where it answers.
    """

    def __init__(self, process: "subprocess.Popen[str]", address: str) -> None:
        self.process, self.address = process, address

    def ask(self, method: str, path: str, **others: Any) -> Any:
        """Return what a request gives, of JSON."""
        with httpx.Client(base_url=self.address, timeout=_MOST_SECONDS) as client:
            answer = client.request(method, path, **others)
        assert answer.is_success, answer.text
        return answer.json()

    def children(self) -> list[int]:
        """Return the processes that the server has started, and those that they have."""
        return _children(self.process.pid)


@contextmanager
def served(data: Path, *options: str) -> Iterator[Served]:
    """Serve the studio at any free port until this ends."""
    command = [sys.executable, "-P", "-m", "arcload", "serve", "--port", "0", "--data", str(data)]
    path = os.pathsep.join(filter(None, sys.path))
    process = subprocess.Popen(
        [*command, *options],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+?/", line)
        assert found is not None, line
        yield Served(process, found[0])
    finally:
        process.terminate()
        process.wait(_MOST_SECONDS)
        assert process.stdout is not None
        process.stdout.close()


def until(happened: Callable[[], Any]) -> Any:
    """Wait until something is so, and return it; after two minutes it never will be."""
    end = time.monotonic() + _MOST_SECONDS
    while not (value := happened()):
        assert time.monotonic() < end
        time.sleep(0.05)
    return value


def is_alive(pid: int) -> bool:
    """Return whether a process is there, and not just its name."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def _children(pid: int) -> list[int]:
    try:
        lists = [file.read_text() for file in Path(f"/proc/{pid}/task").glob("*/children")]
    except OSError:
        return []
    own = [int(child) for text in lists for child in text.split()]
    return [*own, *(grandchild for child in own for grandchild in _children(child))]
