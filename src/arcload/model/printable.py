"""Text as a terminal may show it."""

import re

# Controls, of which ESC starts a command to the terminal, and what turns the direction of text.
_ODD = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]"
)


def printable(text: str) -> str:
    r"""Return a text in which no character does anything but show itself: ``\x1b`` for ESC."""
    return _ODD.sub(lambda odd: odd[0].encode("unicode_escape").decode(), text)
