"""``arcload warmup``."""

from arcload.cli import show


def command() -> None:
    """Compile every method now, so that no later run waits."""
    import time

    from arcload.engine.kernel_notes import kernel_notes
    from arcload.solving.methods.registry import METHODS, method_of

    rows = []
    for plugin in METHODS.all():
        began = time.perf_counter()
        if not plugin.problem:
            method_of(plugin).warm_up(1_000_000)
        seconds = f"{time.perf_counter() - began:.1f} s"
        rows.append((plugin.name, plugin.problem or seconds))
    show.notes(kernel_notes())
    show.print_table(("method", "ready after"), rows)
