"""What became of the streets with a tag."""

from pathlib import Path

import numpy as np
import pytest

from arcload import Note
from arcload.maps.formats.columns import Columns
from arcload.maps.formats.tag_notes import Fates, note_tags


def noted(tag: str, values: list[str], weight: float | None, cause: str = "") -> list[str]:
    """Return the notes on streets with a tag, all of which stay."""
    count = len(values)
    streets = Columns(
        name="town",
        nodes=[1, 2],
        edges=range(count),
        ends=np.array([[0, 1]] * count),
        lengths=np.ones((count, 2)),
        demands=np.ones(count),
        attributes={tag: values},
    )
    notes: list[Note] = []
    stay = np.ones(count, dtype=np.bool_)
    fates = Fates([weight], [cause] * count, stay, ~stay[None], np.ones((count, 2), dtype=np.bool_))
    note_tags(streets, [tag], Path("town"), notes, fates)
    return [note.text for note in notes]


@pytest.mark.parametrize(
    ("tag", "value", "weight", "words"),
    [
        ("hgv", "no", 1000, "1 open, since this holds for vehicles above 3.5 t alone"),
        ("goods", "no", 9000, "1 open, since this holds for vehicles up to 3.5 t alone"),
        ("hgv", "no", None, "1 not applied, since the weight of the vehicle is not known"),
        ("access", "destination", None, "1 open, since the vehicle has business there"),
        ("access", "sometimes", None, "1 not understood"),
        ("access", "no", None, "1 decided by another tag"),
        ("maxweight", "40", 9000, "1 open to the vehicle"),
        ("maxweight", "heavy", 9000, "1 not understood"),
        ("oneway:hgv", "no", 9000, "1 without effect"),
    ],
)
def test_each_tag_has_a_line_with_its_value(
    tag: str, value: str, weight: float | None, words: str
) -> None:
    (note,) = noted(tag, [value], weight)
    assert note.startswith(f"town: {tag}={value} on 1 street: {words}")
    assert note.endswith("the gross weight is 9 t") == (weight == 9000)


def test_values_that_keep_nobody_out_are_not_mentioned() -> None:
    assert noted("hgv", ["yes", "", "designated"], 9000) == []
    assert noted("maxweight", ["none", ""], 9000) == []
