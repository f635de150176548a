"""The words of the studio."""

import re
from pathlib import Path
from typing import get_args

import pytest

import arcload

pytest.importorskip("fastapi", reason="the studio needs arcload[studio]")

from arcload.studio.api.models import State

ASSETS = Path(arcload.__file__).parent / "studio" / "assets"
SENTENCE = re.compile(r"""["`'][A-Z][a-z]+ [a-z]""")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def test_all_words_stand_in_one_file() -> None:
    """A sentence begins with a capital letter and has a second word."""
    paths = [*ASSETS.glob("*.js"), *ASSETS.glob("map/*.js")]
    modules = {path.name: COMMENT.sub("", path.read_text("utf-8")) for path in paths}
    assert [name for name, code in modules.items() if SENTENCE.search(code)] == ["words.js"]


def test_every_word_is_used() -> None:
    """The name of each entry stands in another module; states are named by the server."""
    others = " ".join(p.read_text("utf-8") for p in ASSETS.glob("*.js") if p.name != "words.js")
    text = (ASSETS / "words.js").read_text("utf-8")
    names = set(re.findall(r"^ {4}(\w+):", text, re.MULTILINE)) - set(get_args(State))
    assert len(names) > 100
    assert {name for name in names if not re.search(rf"\b{name}\b", others)} == set()
