"""What users hand to arcload's functions: refused in one sentence where it is of another kind."""

import math
import sys
from collections.abc import Sequence
from numbers import Integral, Real
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from arcload.model.errors import InputError, counted

_READERS = {
    "Instance": "arcload.read",
    "Plan": "arcload.load_result",
    "Tour": "arcload.load_result",
    "Result": "arcload.load_result",
    "Bound": "arcload.load_bound",
}


def checked_number(
    value: Any,
    name: str,
    least: float,
    most: float = sys.float_info.max,
    *,
    above: bool = False,
) -> float:
    """Return a plain number; text, truth values and NaN are none.

    Parameters
    ----------
    value
        What was given.
    name
        What it is, for the message.
    least, most
        Between which it must lie; infinity only if `most` is.
    above
        Whether it must be above `least`.
    """
    limits = f"above {least:g}" if above else f"{least:g} or more"
    if most < sys.float_info.max:
        limits = f"{limits}, at most {most:g}" if above else f"between {least:g} and {most:g}"
    if not _is_number(value, Real):
        of = "" if math.isinf(least) else f", {limits}"
        raise InputError(f"{name} is {shown(value)}; it must be a number{of}")
    try:
        plain = float(value)
    except OverflowError:
        plain = math.inf
    if not least <= plain <= most or (above and plain == least):
        needed = "a finite number" if math.isinf(plain) else limits
        raise InputError(f"{name} is {plain:g}; it must be {needed}")
    return plain


def checked_whole(value: Any, name: str, least: int, most: float = math.inf) -> int:
    """Return a plain whole number from `least` to `most`."""
    if not _is_number(value, Integral):
        raise InputError(f"{name} is {shown(value)}; it must be a whole number, {least} or more")
    if value < least:
        raise InputError(f"{name} is {value}; it must be {least} or more")
    if value > most:
        raise InputError(f"{name} is above {most:,}, which is the most")
    return int(value)


def frozen_column(values: Any, name: str, kind: type, shape: tuple[int, ...]) -> Any:
    """Return an array of numbers that cannot be changed.

    Parameters
    ----------
    values
        What was given.
    name
        What the numbers are, for the message.
    kind, shape
        Of the array.
    """
    import numpy as np

    try:
        array: Any = np.array(values)
    except (ValueError, OverflowError):  # rows of different lengths, numbers of many digits
        array = np.array(values, dtype=object)
    if array.dtype.kind not in "iuf" and array.size:
        cells, width = np.array(values, dtype=object).ravel(), math.prod(shape[1:])
        array = np.array(
            [
                checked_number(cell, f"one of {name}, in row {row},", -math.inf, math.inf)
                for row, cell in zip(np.arange(len(cells)) // width + 1, cells, strict=True)
            ]
        )
    if array.size != math.prod(shape):
        raise InputError(
            f"{name} are {counted(array.size, 'value')}; {math.prod(shape)} are needed"
        )
    array = array.astype(kind).reshape(shape)
    array.flags.writeable = False
    return array


def require(value: Any, name: str, *kinds: type) -> None:
    """Refuse what is of none of these kinds; for the name of a file, say how it is read."""
    if isinstance(value, kinds):
        return
    wanted = kinds[0].__name__
    if isinstance(value, str | PathLike) and wanted in _READERS:
        raise InputError(
            f"the {name} is {shown(value)}, the name of a file; read it first, with "
            f"{_reading(wanted, value)}"
        )
    raise InputError(f"the {name} is {shown(value)}; it must be {_listed(kinds)}")


def is_one_of(value: Any, words: Sequence[str]) -> bool:
    """Return whether a value is one of some words; a table is none, which `in` cannot say."""
    return isinstance(value, str) and value in words


def require_function(value: Any, name: str) -> None:
    """Refuse what cannot be called."""
    if not callable(value):
        raise InputError(f"{name} is {shown(value)}; it must be a function")


def path_of(value: Any) -> Path:
    """Return the path of a file."""
    if not isinstance(value, str | PathLike) or not isinstance(fspath(value), str):
        raise InputError(f"{shown(value)} is given for a file; give its name as text or a path")
    return Path(value)


def shown(value: Any) -> str:
    """Return a value for a message: plain ones in full, of others what they are."""
    if isinstance(value, str | PathLike) and isinstance(fspath(value), str):
        text = repr(str(value))
        return text if len(text) <= 40 else text[:37] + "..."
    if value is None or isinstance(value, bool | int | float):
        return f"{value}"[:40]
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiouAEIOU' else 'a'} {kind}"


def _is_number(value: Any, kind: type) -> bool:
    return isinstance(value, kind) and not isinstance(value, bool) and value == value  # noqa: PLR0124


def _reading(wanted: str, value: Any) -> str:
    """Return the words that read a file."""
    more = ", instance" if _READERS[wanted] == "arcload.load_result" else ""
    return f"{_READERS[wanted]}({shown(value)}{more})"


def _listed(kinds: Sequence[type]) -> str:
    names = [f"arcload.{kind.__name__}" for kind in kinds]
    return " or ".join(f"an {name}" for name in names)
