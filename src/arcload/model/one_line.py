"""Names as every file can hold them."""

import re

# What XML 1.0 does not allow, line breaks and other controls, halves of surrogate pairs.
_ODD = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]+")


def one_line(text: str) -> str:
    """Return a text on one line, without control characters and blanks around it."""
    return " ".join(_ODD.sub(" ", text).split())
