"""Every public name stands in the reference, once."""

from docs.hooks.public_names import complaints

import arcload
from tests.pages import PAGES


def test_the_reference_has_every_public_name() -> None:
    assert complaints([page.read_text(encoding="utf-8") for page in PAGES]) == []


def test_what_is_missing_unknown_or_there_twice_is_named() -> None:
    names = [name for name in arcload.__all__ if name not in ("__version__", "solve")]
    page = "\n".join(f"::: arcload.{name}\n" for name in [*names, "bound", "nonsense"])
    assert [sentence.split()[0] for sentence in complaints([page])] == [
        "arcload.solve",
        "arcload.nonsense",
        "arcload.bound",
    ]
