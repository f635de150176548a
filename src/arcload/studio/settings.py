"""How the studio is served."""

import os
import re
import sys
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from arcload.engine.memory import available_memory
from arcload.model.arguments import checked_number, checked_whole
from arcload.model.errors import InputError

WILDCARDS = ("0.0.0.0", "::", "")
"""Hosts that stand for all addresses of this machine, and name none of them."""

_TOKEN = re.compile(r"[A-Za-z0-9._~-]+")  # a part of an address as it is


def default_data() -> Path:
    """Return where plans are kept: a file in the user's data folder."""
    given = os.environ.get("XDG_DATA_HOME", "")
    if Path(given).is_absolute():
        folder = Path(given)
    elif sys.platform == "win32" and os.environ.get("LOCALAPPDATA"):
        folder = Path(os.environ["LOCALAPPDATA"])
    else:
        folder = Path.home() / ".local" / "share"
    return folder / "arcload" / "studio.db"


def _most_memory() -> int:
    return available_memory() * 3 // 4


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How the studio is served; refused where it would not be safe.

    Parameters
    ----------
    host, port
        Where the server listens; port 0 is any free one.
    token
        What every request must bring; None where the host is this machine alone.
    data
        The file in which plans are kept.
    workers
        How many solves run at a time.
    threads
        How many threads a solve takes unless it says so; None for what the machine has.
    allow_hosts
        Names by which the server may be called beside those of this machine.
    tiles
        Address of a map under the streets, with ``{z}``, ``{x}`` and ``{y}``; None for none.
    ray
        Address of the cluster that solves; None for this machine.
    max_queued
        How many solves may wait.
    max_seconds, max_memory
        The most that a solve may take, in seconds and in bytes.
    max_upload
        The most bytes of a request.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    token: str | None = field(default=None, repr=False)
    data: Path = field(default_factory=default_data)
    workers: int = 1
    threads: int | None = None
    allow_hosts: tuple[str, ...] = ()
    tiles: str | None = None
    ray: str | None = None
    max_queued: int = 100
    max_seconds: float = 3600.0
    max_memory: int = field(default_factory=_most_memory)
    max_upload: int = 64 * 10**6

    def __post_init__(self) -> None:
        checked_whole(self.port, "the port", 0, 65535)
        checked_whole(self.workers, "workers", 1, 1000)
        checked_whole(self.max_queued, "max_queued", 1)
        checked_whole(self.max_upload, "max_upload", 1)
        checked_whole(self.max_memory, "max_memory", 1)
        checked_number(self.max_seconds, "max_seconds", 0.1)
        if self.threads is not None:
            checked_whole(self.threads, "threads", 1)
        self._check_token()
        if self.tiles is not None:
            self._check_tiles(self.tiles)

    @property
    def local(self) -> bool:
        """Whether only this machine can reach the server."""
        return is_loopback(self.host)

    @property
    def tiles_origin(self) -> str | None:
        """Where the map under the streets comes from, such as ``https://tiles.example``."""
        if self.tiles is None:
            return None
        parts = urlsplit(self.tiles)
        return f"{parts.scheme}://{parts.netloc}"

    def _check_token(self) -> None:
        if self.token is None:
            if not self.local:
                raise InputError(
                    f"host {self.host!r} can be reached from other machines",
                    advice="give a {token} that every request must bring",
                )
            return
        if not _TOKEN.fullmatch(self.token):
            raise InputError(
                "the token must be letters, digits and -._~; 'openssl rand -hex 16' makes one"
            )

    def _check_tiles(self, address: str) -> None:
        parts = urlsplit(address)
        whole = all(f"{{{name}}}" in address for name in "zxy")
        plain = not set(address) & set(" ;,'\"\\") and address.isascii()
        if parts.scheme not in ("http", "https") or not parts.hostname or not whole or not plain:
            raise InputError(
                f"tiles is {address!r}; it must be an address such as "
                "'https://tiles.example/{z}/{x}/{y}.png'"
            )


def is_loopback(host: str) -> bool:
    """Return whether a host's name or address stands for this machine alone."""
    if host.lower().rstrip(".") == "localhost" or host.lower().endswith(".localhost"):
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
