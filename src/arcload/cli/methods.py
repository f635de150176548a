"""``arcload methods``."""

from arcload.cli import options, show


def command(json: options.Json = False) -> None:
    """List the methods that 'solve --method' takes by name."""
    from arcload.solving.methods.registry import METHODS, method_of

    methods = {
        plugin.name: plugin.problem or method_of(plugin).summary + _from(plugin.origin)
        for plugin in METHODS.all()
    }
    if json:
        show.print_json(methods)
    else:
        show.print_table(("method", "what it does"), methods.items())


def _from(origin: str) -> str:
    return f" (from {origin})" if origin else ""
