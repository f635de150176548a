"""What the user can do, in words that name parameters: as Python, or as the command line has them.

``"go on with the depot's part by {keep='depot'}"`` names a parameter and its value as Python
writes them; ``"{snap} sets it"`` names one alone. What is written around the braces is for both.
"""

import re
from collections.abc import Callable

_PARAMETER = re.compile(r"\{(\w+)(?:=([^}]+))?\}")

Spelling = Callable[[str, str], str]
"""Says a parameter, by its name and the value that Python gives it, empty for none."""


def in_python(name: str, value: str) -> str:
    """Return a parameter as a Python user writes it."""
    return f"{name}={value}" if value else name


def with_advice(sentence: str, advice: str, spelling: Spelling) -> str:
    """Return a sentence and the advice that follows it."""
    if not advice:
        return sentence
    words = _PARAMETER.sub(lambda match: spelling(match[1], match[2] or ""), advice)
    return f"{sentence}; {words}"


def named_in(advice: str) -> set[str]:
    """Return the names of the parameters in an advice."""
    return {match[1] for match in _PARAMETER.finditer(advice)}
