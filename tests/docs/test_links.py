"""Every link in README and docs leads somewhere, in the repository as on the site."""

import re
from pathlib import Path

import pytest
from pymdownx.slugs import slugify

from tests.pages import PAGES, ROOT

LINK = re.compile(r"\[[^\]]*\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)")
GENERATED = ROOT / "docs" / "reference" / "commands.md"
SLUG = slugify(case="lower")


def text_of(page: Path) -> str:
    """Return the text of a page without its blocks of code."""
    return re.sub(r"^ *```.*?^ *```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)


def anchors(page: Path) -> set[str]:
    """Return what the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.+)$", text_of(page), re.M)
    return {SLUG(re.sub(r"<[^>]*>|[`*]", "", heading), "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for path, anchor in LINK.findall(text_of(page)):
        target = (page.parent / path).resolve() if path else page
        assert target.exists() or target == GENERATED, (path, anchor)
        assert not anchor or anchor in anchors(target), (path, anchor)
