"""The files of which pages are made."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def page_files() -> Mapping[str, str]:
    """Return the texts of the page's files by their names.

    Each ``.js`` file is a module that imports from those beside it; all but ``main.js`` only
    declare and can be used by other pages. ``look.css`` has the colours and the base look of
    every page, ``page.css`` what is particular to this one.
    """
    folder = files("arcload.views.page") / "assets"
    return {
        file.name: file.read_text(encoding="utf-8")
        for file in sorted(folder.iterdir(), key=lambda file: file.name)
    }
