"""The few errors of arcload, each carrying one plain sentence."""

import difflib
from collections.abc import Iterable
from itertools import islice

_MOST_COMPARED = 5000  # a suggestion is not worth seconds on a network of 100,000 nodes


class ArcloadError(Exception):
    """Base of every error that arcload raises on purpose."""


class InputError(ArcloadError, ValueError):
    """Input that cannot be used.

    Parameters
    ----------
    message
        One sentence: which value, why, what to do.
    edge, node
        Index of the edge or node at fault, by which a reader finds the line of its file.
    """

    def __init__(self, message: str, *, edge: int | None = None, node: int | None = None) -> None:
        super().__init__(message)
        self.edge = edge
        self.node = node


class CheckError(ArcloadError):
    """A tour or result that the checker refuses."""


class NoTourError(ArcloadError):
    """A search that ended before it had any tour."""


class ArcloadWarning(UserWarning):
    """Something the user should know about input that was used all the same."""


def did_you_mean(word: str, known: Iterable[object]) -> str:
    """Return ``" (did you mean 'x'?)"`` for the known word nearest to `word`, or ``""``."""
    by_lower = {str(name).lower(): str(name) for name in islice(known, _MOST_COMPARED)}
    near = difflib.get_close_matches(str(word).lower(), by_lower, n=1)
    return f" (did you mean '{by_lower[near[0]]}'?)" if near else ""
