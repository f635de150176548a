"""What README and docs show of Python prints what stands below it."""

import contextlib
import io
from itertools import pairwise
from pathlib import Path

import pytest

from tests.pages import PAGES, ROOT, Block, blocks
from tests.terminal import fits, prepare


def shown(page: Path) -> list[tuple[Block, Block]]:
    """Return each block of Python that has a text right below it, and that text."""
    return [
        (block, text)
        for block, text in pairwise(blocks(page))
        if (block.language, text.language) == ("python", "text")
        and text.line == block.line + len(block.lines) + 3
    ]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if shown(page)], ids=lambda page: str(page.relative_to(ROOT))
)
def test_a_block_prints_the_text_below_it(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(tmp_path, monkeypatch)
    names: dict[str, object] = {}
    for block, text in shown(page):
        with io.StringIO() as printed, contextlib.redirect_stdout(printed):
            exec(compile("\n".join(block.lines), str(page), "exec"), names)
            assert fits(printed.getvalue(), "\n".join(text.lines)), printed.getvalue()
