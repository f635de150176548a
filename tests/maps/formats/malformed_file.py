"""A file that cannot be used, and how it is made from one that can."""

from typing import NamedTuple


class Malformed(NamedTuple):
    """A file, the line that is at fault (0 for none) and words of the message about it."""

    file: str
    content: str | bytes
    line: int
    words: str


def changed(file: str, text: str, cases: list[tuple[str, str, int, str]]) -> list[Malformed]:
    """Return the sample with one piece of text replaced in each case."""
    for old, *_ in cases:
        if text.count(old) != 1:
            raise ValueError(f"{old!r} stands {text.count(old)} times in the sample")
    return [Malformed(file, text.replace(old, new), line, words) for old, new, line, words in cases]
