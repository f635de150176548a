"""What the user says about columns and rules."""

from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import InputError
from arcload.formats.reading import Reading
from tests.formats.samples import CARP, CPPLC, CSV, JSON


@pytest.mark.parametrize(
    ("text", "name"), [(CARP, "town.dat"), (CPPLC, "town.txt"), (JSON, "town.json")]
)
@pytest.mark.parametrize(
    ("said", "option"),
    [
        ({"demand_column": "salt"}, "--demand-column"),
        ({"demand_per_km": 3}, "--demand-per-km"),
        ({"snap": 3}, "--snap"),
    ],
)
def test_what_has_no_meaning_in_a_format_is_refused(
    text: str, name: str, said: dict[str, Any], option: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=rf"{name}: {option} has no meaning in this format"):
        arcload.read(tmp_path / name, **said)


def test_snapping_has_no_meaning_where_ends_have_names(tmp_path: Path) -> None:
    (tmp_path / "town.csv").write_text(CSV)
    with pytest.raises(InputError, match=r"town.csv: --snap has no meaning"):
        arcload.read(tmp_path / "town.csv", snap=1)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"demand_per_km": -1}, "--demand-per-km is -1; it must be 0 or more"),
        ({"demand_per_km": float("inf")}, "--demand-per-km is inf"),
        ({"snap": float("nan")}, "--snap is nan"),
    ],
)
def test_impossible_rules_are_refused(said: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        Reading(**said)
