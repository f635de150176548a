"""What a new town file says where the streets say nothing."""

from pathlib import Path

import pytest

import arcload
from arcload.maps.formats.town_guesses import demand_rule, town_guesses
from arcload.model.errors import InputError


@pytest.mark.parametrize(
    ("classes", "unit", "rule"),
    [
        (["primary", "service"], "kg", "highway=primary: 180/km; highway=service: 0; else 0"),
        (["primary_link"], "t", "highway=primary_link: 0.18/km; else 0"),
        (["service"], "", "highway=service: 55/km; else 0"),
        (["bumpy", ""], "crates", "highway=bumpy: 55/km; else 55/km"),
        (["track;path"], "kg", "else 55/km"),
    ],
)
def test_a_rule_names_each_class(classes: list[str], unit: str, rule: str) -> None:
    assert demand_rule(dict.fromkeys(classes, 1.0), unit) == rule


def test_the_depot_is_where_the_vehicle_may_drive(tmp_path: Path) -> None:
    nodes = "".join(f'<node id="{n}" lat="47" lon="9.0{n}"/>' for n in range(1, 5))
    ways = "".join(
        f'<way id="{n}"><nd ref="{n}"/><nd ref="{n + 1}"/><tag k="highway" v="residential"/>'
        + ("<tag k='hgv' v='no'/>" if n == 1 else "")
        + "</way>"
        for n in range(1, 4)
    )
    (tmp_path / "a.osm").write_text(f'<osm version="0.6">{nodes}{ways}</osm>')
    guesses = town_guesses(tmp_path / "a.osm", None, {})
    assert guesses.settings["depot"] == 2
    assert arcload.read(tmp_path / "a.osm", **guesses.settings).start == 2
    light = town_guesses(tmp_path / "a.osm", None, {"curb_weight": 800})
    assert light.settings["depot"] == 1


def test_the_only_column_with_demand_in_its_name_is_taken(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("from,to,length,winter_demand_in_sacks\nA,B,100,3\n")
    assert town_guesses(file, None, {}).settings["demand_column"] == "winter_demand_in_sacks"
    file.write_text("from,to,length,winter_demand_in_sacks\nA,B,100,many\n")
    assert "demand_column" not in town_guesses(file, None, {}).settings


def test_what_is_wrong_with_the_streets_or_options_is_said(tmp_path: Path) -> None:
    file = tmp_path / "a.csv"
    file.write_text("from,to,length\nA,B,100\n")
    with pytest.raises(InputError, match="there is no column 'salt'"):
        town_guesses(file, None, {"demand_column": "salt"})
    file.write_text("from,to,length,demand\nA,B,x,3\n")
    with pytest.raises(InputError, match="line 2"):
        town_guesses(file, None, {})
