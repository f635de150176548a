"""The site's pages that stand outside of ``docs``, and links to what is outside.

In the repository a page of ``docs`` links to ``../CONTRIBUTING.md``, and that one to
``docs/methods.md``. On the site they stand side by side.
"""

import logging
import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
PAGES = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "examples/README.md": "examples.md",
    "README.md": "index.md",
    "examples": "examples.md",
}
_ORIGINS = {page: origin for origin, page in reversed(PAGES.items()) if page != "index.md"}
_LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|#)([^)#\s]+)(#[^)\s]*)?\)")
log = logging.getLogger("mkdocs.hooks")


def on_files(files: Files, *, config: Any) -> Files:
    """Add the pages that stand elsewhere in the repository."""
    for page, origin in _ORIGINS.items():
        text = (ROOT / origin).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Let every link lead to the page of the site."""
    return with_links(markdown, page.file.src_uri)


def with_links(markdown: str, page: str) -> str:
    """Return a page's text with its links as they are on the site.

    A link to source code or a folder, which are no part of the site, becomes its text alone.
    """
    origin = _ORIGINS.get(page, f"docs/{page}")

    def on_site(link: re.Match[str]) -> str:
        text, target, anchor = link.groups(default="")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(origin), target))
        found = PAGES.get(path) or path.removeprefix("docs/")
        if path in PAGES or (path.startswith("docs/") and not (ROOT / path).is_dir()):
            anchor = "" if found == "index.md" else anchor
            return f"[{text}]({posixpath.relpath(found, posixpath.dirname(page) or '.')}{anchor})"
        if not (ROOT / path).exists():
            log.warning("%s links to %s, which is not there", origin, path)
        return text

    return _LINK.sub(on_site, markdown)
