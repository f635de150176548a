"""The few errors of arcload, each carrying one plain sentence."""

import difflib
import re
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from arcload.model.advice import in_python, with_advice

if TYPE_CHECKING:
    from arcload.model.result import Result

_MOST_COMPARED = 5000  # a suggestion is not worth seconds on a network of 100,000 nodes
_NUMBER = re.compile(r"[+-]?[0-9.]+")


class ArcloadError(Exception):
    """Base of every error that arcload raises on purpose.

    Parameters
    ----------
    message
        One sentence: what is wrong.
    advice
        Which parameters mend it, see `arcload.model.advice`.
    """

    def __init__(self, message: str, *, advice: str = "") -> None:
        super().__init__(with_advice(message, advice, in_python))
        self.message, self.advice = message, advice


class InputError(ArcloadError, ValueError):
    """Input that cannot be used.

    Parameters
    ----------
    message
        One sentence: which value, why, what to do.
    edge, node
        Index of the edge or node at fault, by which a reader finds the line of its file.
    advice
        Which parameters mend it.
    """

    def __init__(
        self, message: str, *, edge: int | None = None, node: int | None = None, advice: str = ""
    ) -> None:
        super().__init__(message, advice=advice)
        self.edge = edge
        self.node = node

    def found_in(self, place: object) -> "InputError":
        """Return the error with the place where it was found, such as a file, in front."""
        return InputError(f"{place}: {self.message}", advice=self.advice)


class NotWrittenError(InputError):
    """Files that cannot be written.

    Parameters
    ----------
    message
        One sentence: which file, why, what to do.
    files
        The files.
    """

    def __init__(self, message: str, *files: Path) -> None:
        super().__init__(message)
        self.files = files


class CutOffError(InputError):
    """Streets that no tour can serve, since the vehicle cannot reach them or not come back.

    Parameters
    ----------
    message, edge
        As in `InputError`.
    lost
        Indices of edges without which it may be possible.
    advice
        As in `InputError`.
    """

    def __init__(
        self,
        message: str,
        *,
        edge: int | None = None,
        lost: Sequence[int] = (),
        advice: str = "",
    ) -> None:
        super().__init__(message, edge=edge, advice=advice)
        self.lost = tuple(lost)


class TurnsCutOffError(CutOffError):
    """Streets that no tour can serve and obey the turn rules."""


class ClosedOffError(CutOffError):
    """Streets that could be served if none were closed to the vehicles."""


class CheckError(ArcloadError):
    """A tour or result that the checker refuses."""

    def found_in(self, place: object) -> "CheckError":
        """Return the error with the place where it was found, such as a file, in front."""
        return CheckError(f"{place}: {self.message}", advice=self.advice)


class NoTourError(ArcloadError):
    """A search that ended before it had any tour."""


class CallbackError(ArcloadError):
    """A function of the user's that a search called raised an exception, the cause of this.

    Parameters
    ----------
    message
        One sentence: what was raised.
    result
        The best that the search had found, checked; None if it had no tour yet.
    """

    def __init__(self, message: str, result: "Result | None") -> None:
        super().__init__(message)
        self.result = result

    @classmethod
    def of(cls, what: str, error: Exception, result: "Result | None") -> "CallbackError":
        """Return the error for what raised another one."""
        reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        return cls(f"{what} raised an exception ({reason}), which ended the search", result)


def did_you_mean(word: str, choices: Iterable[object], likeness: float = 0.6) -> str:
    """Return ``" (did you mean 'x'?)"`` for the known word nearest to `word`, or ``""``.

    A number is never suggested: 9 is no more like 99 than any other. `likeness` is how near it
    must be, from 0 to 1.
    """
    names = (str(name) for name in islice(choices, _MOST_COMPARED))
    by_lower = {name.lower(): name for name in names if not _NUMBER.fullmatch(name)}
    near = difflib.get_close_matches(str(word).lower(), by_lower, n=1, cutoff=likeness)
    return f" (did you mean '{by_lower[near[0]]}'?)" if near else ""


def not_in_network(what: str, name: object, ids: Iterable[object]) -> InputError:
    """Return the error for a node or an edge that is not among the known ones."""
    if (what, name) == ("depot", "free"):
        anywhere = "give {start=FREE} and {end=FREE} for a tour from anywhere to anywhere"
        return InputError("depot 'free' is not in the network", advice=anywhere)
    return InputError(f"{what} {name!r} is not in the network{did_you_mean(str(name), ids)}")


def counted(number: int, noun: str) -> str:
    """Return ``"1 edge"`` or ``"2,000 edges"``."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
