"""What the user says about columns and rules."""

from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import InputError
from arcload.maps.formats.reading import Reading
from tests.maps.formats.samples import CARP, CPPLC, CSV, JSON, OSM, SAMPLES
from tests.notes import noted


@pytest.mark.parametrize(
    ("text", "name"), [(CARP, "town.dat"), (CPPLC, "town.txt"), (JSON, "town.json")]
)
@pytest.mark.parametrize(
    ("said", "what"),
    [
        ({"demand_column": "salt"}, "demand column"),
        ({"demand_per_km": 3}, "demand per km"),
        ({"snap": 3}, "snap"),
    ],
)
def test_what_has_no_meaning_in_a_format_is_refused(
    text: str, name: str, said: dict[str, Any], what: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError, match=rf"{name}: the {what} has no meaning .*; leave out"):
        arcload.read(tmp_path / name, **said)


def test_snapping_has_no_meaning_where_ends_have_names(tmp_path: Path) -> None:
    (tmp_path / "town.csv").write_text(CSV)
    with pytest.raises(InputError, match=r"town.csv: the snap has no meaning"):
        arcload.read(tmp_path / "town.csv", snap=1)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"demand_per_km": -1}, "the demand per km is -1; it must be 0 or more"),
        ({"demand_per_km": float("inf")}, "the demand per km is inf"),
        ({"snap": float("nan")}, "the snap is nan"),
    ],
)
def test_impossible_rules_are_refused(said: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        Reading(**said)


@pytest.mark.parametrize("name", ["town.dat", "town.txt", "town.osm", "town.graphml", "town.csv"])
def test_every_format_takes_the_unit_of_the_load(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(SAMPLES[name])
    instance = arcload.read(tmp_path / name, load_unit="kilograms", keep="depot")
    assert instance.load_unit == "kg"


def test_lengths_of_a_map_that_are_not_metres_are_never_taken_as_such(tmp_path: Path) -> None:
    """Nothing converts the lengths of OpenStreetMap's ways, so that another unit is refused."""
    (tmp_path / "town.osm").write_text(OSM.replace('k="demand"', 'k="length_km"'))
    said: Any = {"length_column": "length_km", "demand_per_km": 1, "depot": 1}
    with pytest.raises(
        InputError, match=r"town.osm: the length unit is 'km', and this file has 'm'"
    ):
        arcload.read(tmp_path / "town.osm", **said)


def test_a_unit_in_the_name_of_a_tag_is_said(tmp_path: Path) -> None:
    (tmp_path / "town.osm").write_text(OSM.replace('k="demand"', 'k="salt_kg"'))
    instance = arcload.read(tmp_path / "town.osm", demand_column="salt_kg", depot=1, curb_weight=0)
    assert noted(instance.notes, "demands are in kg by the name of .* 'salt_kg'")
    assert (instance.load_unit, instance.length_unit) == ("kg", "m")
