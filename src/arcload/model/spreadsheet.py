"""Text in the cells of a CSV file that a spreadsheet opens."""

import re

from arcload.model.files import parse_number
from arcload.model.one_line import one_line

_SIGNS = "=+\\-@\uff1d\uff0b\uff0d\uff20"
_FORMULA = re.compile(f"[{_SIGNS}]")
_LATER_FORMULA = re.compile(rf";(?=[\s\"]*[{_SIGNS}])")


def cell(text: str) -> str:
    """Return a text on one line that no spreadsheet takes for a formula.

    Some split a line at semicolons, so none follows one either. Numbers stay numbers.
    """
    line = _LATER_FORMULA.sub(",", one_line(text))
    signs_alone = not line.strip("+-")
    if signs_alone or parse_number(line) is not None or not _FORMULA.match(line):
        return line
    return f"'{line}"
