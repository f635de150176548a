"""Text in the cells of a CSV file that a spreadsheet opens."""

import re

from arcload.model.files import parse_number
from arcload.model.one_line import one_line

_SIGNS = "=+\\-@\uff1d\uff0b\uff0d\uff20"
_FORMULA = re.compile(f"[{_SIGNS}]")
_GUARDED = re.compile(f"'+[{_SIGNS}]")
_LATER_FORMULAS = {
    separator: re.compile(rf"{other}(?=[\s\"]*[{_SIGNS}])")
    for separator, other in ((",", ";"), (";", ","))
}


def cell(text: str, separator: str = ",") -> str:
    """Return a text on one line that no spreadsheet takes for a formula.

    Some split a line at semicolons where the file has commas, others the other way round, so no
    formula follows such a sign either: it becomes the file's own. Numbers stay numbers.

    Parameters
    ----------
    text
        The text.
    separator
        What the file has between its columns, a comma or a semicolon. The writer of the file quotes
        text that has it.
    """
    line = _LATER_FORMULAS[separator].sub(separator, one_line(text))
    signs_alone = not line.strip("+-")
    if signs_alone or parse_number(line) is not None or not _FORMULA.match(line):
        return line
    return f"'{line}"


def guarded(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula and that `unguarded` gives back."""
    if _GUARDED.match(f"'{text}") and parse_number(text) is None:
        return f"'{text}"
    return text


def unguarded(text: str) -> str:
    """Return a text without the apostrophe that keeps it from being a formula."""
    return text[1:] if _GUARDED.match(text) else text
