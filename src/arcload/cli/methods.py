"""``arcload methods``."""

from arcload.cli import options, show


def command(json: options.Json = False) -> None:
    """List the methods that 'solve --method' knows."""
    from arcload.solving.methods.registry import load_method, method_names

    methods = {name: load_method(name).summary for name in method_names()}
    if json:
        show.print_json(methods)
    else:
        show.print_table(("method", "what it does"), methods.items())
