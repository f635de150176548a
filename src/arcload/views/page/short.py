"""Numbers as short as they are read."""

from collections.abc import Iterable

from arcload.model.files import plain

_DIGITS = 9


def short(value: float) -> float:
    """Return a number with no more digits than anyone reads, whole if it is."""
    return plain(float(f"{value:.{_DIGITS}g}"))


def shortened(values: Iterable[float]) -> list[float]:
    """Return numbers with no more digits than anyone reads."""
    return [short(value) for value in values]
