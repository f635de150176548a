"""Serve the studio until it is told to end."""

import asyncio
import errno
import signal
import socket
import threading
import tomllib
import webbrowser
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from arcload.model.errors import ArcloadError, InputError
from arcload.studio.app import create_app
from arcload.studio.settings import WILDCARDS, Settings
from arcload.studio.studio import Studio

_GRACE = 1  # second for the requests that are under way at the end


def serve(
    settings: Settings,
    *,
    files: Sequence[Path] = (),
    browser: bool = False,
    on_ready: Callable[[str], None] = lambda address: None,
) -> None:
    """Serve the studio until a signal ends it; its processes end with it.

    Parameters
    ----------
    settings
        How.
    files
        Instances on this machine; a plan is made of each.
    browser
        Whether to open the studio in a browser; at the plan, where it is one file.
    on_ready
        Gets the address when requests are answered and the plans are made.

    Raises
    ------
    InputError
        If the port is in use, plans cannot be kept, or a file cannot be read.
    """
    with _listening(settings) as listening:
        address = _address(settings, listening)
        app = create_app(settings)
        studio: Studio = app.state.studio

        async def begin() -> None:
            plans = [await _add(studio, file) for file in files]
            on_ready(address)
            if browser:
                token = f"?token={settings.token}" if settings.token else ""
                at = f"#/plan/{plans[0]}/map" if len(plans) == 1 else ""
                await asyncio.to_thread(webbrowser.open, f"{address}{token}{at}")

        config = uvicorn.Config(
            app,
            access_log=False,
            lifespan="on",
            log_level="critical",  # the app logs what goes wrong in it
            server_header=False,
            timeout_graceful_shutdown=_GRACE,
            ws="none",
        )
        server = _Server(config, begin, studio.subscribers.close)
        try:
            server.run([listening])
        except SystemExit:  # of uvicorn, where the app does not start or end as it should
            failure = getattr(app.state, "failure", None)
            if failure is None:
                raise
            raise InputError(f"the studio cannot be started ({failure!r})") from failure
        if server.failure is not None:
            raise server.failure


class _Server(uvicorn.Server):
    """Does something when it has begun to answer, and lets streams go when it is to end.

    Parameters
    ----------
    config
        Of uvicorn.
    begin
        What to do first; if it fails, the server ends.
    let_go
        Ends the answers that have no end.
    """

    def __init__(
        self,
        config: uvicorn.Config,
        begin: Callable[[], Awaitable[None]],
        let_go: Callable[[], None],
    ) -> None:
        super().__init__(config)
        self._begin, self._let_go = begin, let_go
        self.failure: ArcloadError | None = None

    async def main_loop(self) -> None:
        """Wait for the end."""
        beginning = asyncio.create_task(self._begun())
        await super().main_loop()
        beginning.cancel()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the answers, then the app."""
        self._let_go()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let signals end the server, and with it nothing else."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        signals = (signal.SIGINT, signal.SIGTERM)
        before = [(one, signal.signal(one, self.handle_exit)) for one in signals]
        try:
            yield
        finally:
            for one, handler in before:
                signal.signal(one, handler)

    async def _begun(self) -> None:
        try:
            await self._begin()
        except ArcloadError as error:
            self.failure, self.should_exit = error, True


async def _add(studio: Studio, file: Path) -> str:
    """Make a plan of a file on this machine and return its id."""
    names = [file.name, *_named_in(file)]
    value = {"folder": str(file.absolute().parent), "files": names, "options": {}, "name": ""}
    return (await studio.add_plan("read_files", value)).id


def _named_in(file: Path) -> list[str]:
    """Return the streets that a town file names, which may lie anywhere on the user's machine."""
    if file.suffix.lower() != ".toml":
        return []
    try:
        streets = tomllib.loads(file.read_text(encoding="utf-8")).get("streets")
    except (OSError, ValueError):  # its reader says what is wrong
        return []
    return [str(Path(streets))] if isinstance(streets, str) else []


def _listening(settings: Settings) -> socket.socket:
    """Return a socket that listens, so that a port in use is a sentence."""
    host, port = settings.host, settings.port
    try:
        family, *_, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise InputError(f"host {host!r} is not known; name one of this machine") from None
    try:
        return socket.create_server(place[:2], family=family, backlog=128)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise InputError(
                f"port {port} of {host} is in use; end what uses it",
                advice="or take any free one with {port=0}",
            ) from None
        reason = error.strerror or error
        raise InputError(f"port {port} of {host} cannot be used ({reason})") from None


def _address(settings: Settings, listening: socket.socket) -> str:
    """Return where this machine finds the server."""
    host = "localhost" if settings.host in WILDCARDS else settings.host
    host = f"[{host}]" if ":" in host else host
    return f"http://{host}:{listening.getsockname()[1]}/"
