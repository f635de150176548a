"""``arcload studio``."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from arcload.cli.option_groups import grouped
from arcload.cli.server_options import ServerOptions, announce


@grouped
def command(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILE ...]", help="Streets or town files; a plan is made of each."),
    ] = None,
    browser: Annotated[
        bool, typer.Option("--browser/--no-browser", help="Whether to open the browser.")
    ] = True,
    *,
    server: ServerOptions,
) -> None:
    """Plan a town in the browser, on this machine.

    It works offline. Plans are kept; Ctrl-C ends the studio.
    """
    settings = server.settings()
    from arcload.studio.serve import serve

    serve(
        settings,
        files=files or [],
        browser=browser,
        on_ready=partial(announce, settings=settings),
    )
