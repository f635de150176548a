"""Reading of XML element by element, with the line of each and without its traps."""

import re
from collections.abc import Callable
from pathlib import Path
from xml.parsers import expat

from arcload.model.files import at

_INK = re.compile(r"\S")
_DEEPEST = 50  # elements within each other; maps and graphs have four

Start = Callable[[str, dict[str, str], int], None]
"""Called with each element's tag, attributes and line."""


def scan_xml(
    text: str,
    path: Path,
    start: Start,
    end: Callable[[str], None] | None = None,
    within: Callable[[str], None] | None = None,
) -> None:
    """Follow the elements of an XML text; refuse one with a DTD, whose entities can explode.

    Parameters
    ----------
    text
        The text.
    path
        Its file, for messages.
    start, end
        Called at the start and at the end of each element.
    within
        Called with the text in an element, maybe in pieces.
    """
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    depth = 0

    def on_start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise at(path, parser.CurrentLineNumber, "the elements are nested too deeply")
        start(tag, attributes, parser.CurrentLineNumber)

    def on_end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        if end is not None:
            end(tag)

    def on_doctype(*_: object) -> None:
        raise at(path, parser.CurrentLineNumber, "the XML has a document type (DTD); remove it")

    parser.StartElementHandler = on_start
    parser.EndElementHandler = on_end
    parser.StartDoctypeDeclHandler = on_doctype
    if within is not None:
        parser.CharacterDataHandler = within
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        reason = expat.errors.messages[error.code]
        raise at(path, error.lineno, f"this is not XML ({reason})") from None


def root_is(text: str, tag: str) -> bool:
    """Return whether an XML text starts with this element, after comments and a declaration."""
    spot = _next(text, 0)
    while text.startswith(("<?", "<!--"), spot):
        close = "?>" if text.startswith("<?", spot) else "-->"
        end = text.find(close, spot)
        if end < 0:
            return False
        spot = _next(text, end + len(close))
    return re.match(rf"<{tag}[\s>/]", text[spot : spot + 100]) is not None


def _next(text: str, spot: int) -> int:
    """Return where the next character stands that is no blank."""
    ink = _INK.search(text, spot)
    return len(text) if ink is None else ink.start()
