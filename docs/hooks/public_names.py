"""Whether every public name of arcload stands in the reference, once."""

import logging
import re
from typing import Any

from mkdocs.structure.files import Files

import arcload

_NAME = re.compile(r"^::: arcload\.(\w+)$", re.MULTILINE)
log = logging.getLogger("mkdocs.hooks")


def on_files(files: Files, **_: Any) -> None:
    """Complain of what is missing, which ends a strict build."""
    pages = [file.content_string for file in files.documentation_pages()]
    for sentence in complaints(pages):
        log.warning(sentence)


def complaints(pages: list[str]) -> list[str]:
    """Return a sentence for each public name that stands on no page, or twice."""
    named = [name for page in pages for name in _NAME.findall(page)]
    wanted = set(arcload.__all__) - {"__version__"}
    missing, unknown = sorted(wanted - {*named}), sorted({*named} - wanted)
    twice = sorted(name for name in {*named} if named.count(name) > 1)
    return [
        *(f"arcload.{name} is public and stands on no page of docs/reference" for name in missing),
        *(f"arcload.{name} stands in docs/reference and is not public" for name in unknown),
        *(f"arcload.{name} stands in docs/reference twice" for name in twice),
    ]
