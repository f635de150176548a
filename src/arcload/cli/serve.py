"""``arcload serve``."""

from functools import partial

from arcload.cli.option_groups import grouped
from arcload.cli.server_options import ServerOptions, announce


@grouped
def command(*, server: ServerOptions) -> None:
    """Serve the studio and its API, such as in a container.

    Ctrl-C ends it. The API is documented at /docs of the address.
    """
    settings = server.settings()
    from arcload.studio.serve import serve

    serve(settings, on_ready=partial(announce, settings=settings))
