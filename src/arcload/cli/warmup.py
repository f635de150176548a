"""``arcload warmup``."""

from arcload.cli import show

_SIZE = 1_000_000  # edges served: as many as need every kernel


def command() -> None:
    """Compile every method now, so that no later run waits."""
    import time

    from arcload.engine.kernel_notes import kernel_notes
    from arcload.solving.methods.registry import METHODS, method_of

    rows = []
    for plugin in METHODS.all():
        began = time.perf_counter()
        if not plugin.problem:
            method = method_of(plugin)
            method.warm_up(_SIZE)
            method.warm_up_fleet(_SIZE)
        seconds = f"{time.perf_counter() - began:.1f} s"
        rows.append((plugin.name, plugin.problem or seconds))
    show.notes(kernel_notes())
    show.print_table(("method", "ready after"), rows)
