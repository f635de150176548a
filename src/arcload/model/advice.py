"""What the user can do, in words that name parameters: as Python, or as the command line has them.

``"go on with the depot's part by {keep='depot'}"`` names a parameter and its value as Python
writes them; ``"{snap} sets it"`` names one alone. What is written around the braces is for both.
"""

import re
from collections.abc import Callable

_PARAMETER = re.compile(r"\{(\w+)(?:=([^}]+))?\}")
_OPTIONS = {  # parameters that have another name on the command line
    "folder": "out",
    "count": "vehicles",
    "facilities": "facility",
    "serve_speed": "speed",
    "drive_speed": "speed",
    "fuel_empty": "fuel",
}
_KEYS = ("closed",)  # parameters that files alone state
_QUOTE = "'"

Spelling = Callable[[str, str], str]
"""Says a parameter, by its name and the value that Python gives it, empty for none."""


def in_python(name: str, value: str) -> str:
    """Return a parameter as a Python user writes it."""
    return f"{name}={value}" if value else name


def in_options(name: str, value: str) -> str:
    """Return a parameter as the command line has it."""
    if name in _KEYS:
        return f"'{name}'"
    option = "--" + _OPTIONS.get(name, name).replace("_", "-")
    return option if value in ("", "True") else f"{option} {value.strip(_QUOTE).lower()}"


def with_advice(sentence: str, advice: str, spelling: Spelling) -> str:
    """Return a sentence and the advice that follows it."""
    if not advice:
        return sentence
    words = _PARAMETER.sub(lambda match: spelling(match[1], match[2] or ""), advice)
    return f"{sentence}; {words}"


def named_in(advice: str) -> set[str]:
    """Return the names of the parameters in an advice."""
    return {match[1] for match in _PARAMETER.finditer(advice)}
