"""How the studio is served, as options."""

import os
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcload.cli import show

if TYPE_CHECKING:
    from arcload.studio.settings import Settings

_server = partial(typer.Option, rich_help_panel="The server")
_limits = partial(typer.Option, rich_help_panel="Limits")

_SAFE = 16  # characters of a token that nobody guesses
_PACKAGES = ("fastapi", "uvicorn", "python_multipart", "swagger_ui_bundle")


@dataclass(frozen=True, kw_only=True)
class ServerOptions:
    """How the studio is served."""

    host: Annotated[
        str | None,
        _server(metavar="HOST", help="Where to listen; 127.0.0.1, this machine alone, by default."),
    ] = None
    port: Annotated[
        int | None, _server(metavar="N", help="8765 by default; 0 for any free one.")
    ] = None
    token: Annotated[
        str | None,
        _server(
            metavar="TOKEN",
            help="What every request must bring; else ARCLOAD_TOKEN of the environment.",
        ),
    ] = None
    allow_host: Annotated[
        list[str] | None,
        _server(metavar="NAME", help="A name of this server, such as that of a proxy; repeatable."),
    ] = None
    data: Annotated[
        Path | None,
        _server(metavar="FILE", help="Where plans are kept; by default in your data folder."),
    ] = None
    tiles: Annotated[
        str | None,
        _server(metavar="URL", help="A map under the streets: https://.../{z}/{x}/{y}.png."),
    ] = None
    ray: Annotated[str | None, _server(metavar="ADDRESS", help="Solve on this Ray cluster.")] = None
    workers: Annotated[
        int | None, _limits(metavar="N", help="Solves at the same time; 1 by default.")
    ] = None
    threads: Annotated[
        int | None, _limits(metavar="N", help="Threads per solve; all cores by default.")
    ] = None
    max_queued: Annotated[
        int | None, _limits(metavar="N", help="Solves that may wait; 100 by default.")
    ] = None
    max_seconds: Annotated[
        float | None, _limits(metavar="S", help="Time of a solve; 3600 by default.")
    ] = None
    max_memory: Annotated[
        float | None,
        _limits(metavar="GB", help="Memory of a solve; 3/4 of what is free by default."),
    ] = None
    max_upload: Annotated[
        float | None, _limits(metavar="MB", help="Size of a file that is sent; 64 by default.")
    ] = None

    def settings(self) -> "Settings":
        """Return how the studio is served; refuse what is not safe, or not installed."""
        from arcload.maps.formats.extras import load_extra
        from arcload.model.arguments import checked_number

        for package in _PACKAGES:
            load_extra(package, "studio", f"the studio needs {package}")
        from arcload.studio.settings import Settings

        given: dict[str, Any] = {
            name: value for name, value in vars(self).items() if value is not None
        }
        if "allow_host" in given:
            given["allow_hosts"] = tuple(given.pop("allow_host"))
        for name, unit in (("max_memory", 10**9), ("max_upload", 10**6)):
            if name in given:
                size = checked_number(given[name], f"--{name.replace('_', '-')}", 0)
                given[name] = int(size * unit)
        token = os.environ.get("ARCLOAD_TOKEN")
        return Settings(**({"token": token} if token else {}) | given)


def announce(address: str, settings: "Settings") -> None:
    """Print where the studio is, in one line, and whether its token could be guessed."""
    if settings.token is not None and len(settings.token) < _SAFE:
        show.note(
            f"the token has {len(settings.token)} characters and could be guessed; "
            "'openssl rand -hex 16' makes a safe one"
        )
    hint = "" if settings.token is None else f", in a browser first at {address}?token=..."
    show.print_text(f"the studio is at {address}{hint}\n")
    sys.stdout.flush()
