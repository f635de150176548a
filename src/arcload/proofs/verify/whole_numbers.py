"""The whole numbers of a certificate, or a plain sentence on what stands in their place."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from arcload.model.errors import CheckError


def is_whole(given: Any) -> bool:
    """Return whether it is a whole number, of Python or NumPy."""
    return isinstance(given, int | np.integer) and not isinstance(given, bool)


def whole(given: Any, what: str) -> int:
    """Return a whole number."""
    if not is_whole(given):
        raise CheckError(f"{what} is {given!r}; it must be a whole number")
    return int(given)


def sequence(given: Any, what: str) -> Sequence[Any]:
    """Return a list or a tuple of anything."""
    if not isinstance(given, list | tuple):
        raise CheckError(f"{what} are no sequence")
    return given


def indices(given: Any, count: int, what: str) -> list[int]:
    """Return whole numbers from 0 to below a count."""
    for value in sequence(given, what):
        if not is_whole(value) or not 0 <= value < count:
            raise CheckError(f"{what} is {value!r}; there are {count}, from 0 on")
    return [int(value) for value in given]


def column(given: Any, count: int, what: str) -> list[int]:
    """Return as many whole numbers as asked for."""
    values = given.tolist() if isinstance(given, np.ndarray) else given
    if not isinstance(values, list | tuple) or len(values) != count:
        raise CheckError(f"{what} must be {count} whole numbers")
    return [whole(value, what) for value in values]


def entries(given: Any, what: str) -> list[tuple[Any, Any]]:
    """Return pairs of anything."""
    for pair in sequence(given, what):
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise CheckError(f"{what} must be pairs; one is {pair!r}")
    return [(pair[0], pair[1]) for pair in given]


def pairs(given: Any, what: str) -> list[tuple[int, int]]:
    """Return pairs of a whole number and a price of 0 or more."""
    prices = [(whole(key, what), whole(price, what)) for key, price in entries(given, what)]
    for key, price in prices:
        if price < 0:
            raise CheckError(f"{what} must be 0 or more; that of {key} is {price}")
    return prices
