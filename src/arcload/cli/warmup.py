"""``arcload warmup``."""

from arcload.cli import show


def command() -> None:
    """Compile every method now, so that no later run waits."""
    import time

    from arcload.engine.kernel_notes import kernel_notes
    from arcload.solving.methods.registry import load_method, method_names

    rows = []
    for name in method_names():
        began = time.perf_counter()
        load_method(name).warm_up(1_000_000)
        rows.append((name, f"{time.perf_counter() - began:.1f} s"))
    show.notes(kernel_notes())
    show.print_table(("method", "ready after"), rows)
