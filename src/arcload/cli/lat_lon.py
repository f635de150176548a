"""Places given on the command line as LAT,LON."""

import re

from arcload.model.errors import InputError

_DEGREES = re.compile(r"[+-]?\d+(\.\d*)?", re.ASCII)
_PLACES = ("--depot", "--start", "--end", "--facility", "--at")


def parse_lat_lon(text: str, option: str) -> tuple[float, float]:
    """Return the latitude and longitude that an option gives as LAT,LON."""
    from arcload.model.files import parse_number

    numbers = [parse_number(word.strip()) for word in text.split(",")]
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        raise InputError(f"{option} is {text!r}; give LAT,LON such as 47.37,8.54")
    return numbers[0], numbers[1]


def join_places(words: list[str]) -> list[str]:
    """Return the words of a command line; ``47.3, 11.4`` becomes the one word ``47.3,11.4``."""
    joined: list[str] = []
    for word in words:
        option, before = (["", "", *joined])[-2:]
        named, equals, value = before.partition("=")
        option, value = (named, value) if equals else (option, before)
        if (
            option in _PLACES
            and (value.endswith(",") or word.startswith(","))
            and _DEGREES.fullmatch(value.removesuffix(","))
            and _DEGREES.fullmatch(word.removeprefix(","))
        ):
            joined[-1] += word
        else:
            joined.append(word)
    return joined
