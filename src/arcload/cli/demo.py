"""``arcload demo``."""


def command() -> None:
    """Show."""
