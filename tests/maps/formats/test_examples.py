"""The files in ``examples`` can be read as their README says."""

from pathlib import Path
from typing import Any

import osmnx
import pytest

import arcload
from tests.notes import noted

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("four_edges.*")), ids=lambda file: file.name)
def test_the_four_edges_are_one_problem_in_each_format(file: Path) -> None:
    four = arcload.read(file)
    assert (len(four.edges), four.total_demand, four.lengths[:, 0].sum()) == (4, 135, 14)


@pytest.mark.parametrize("extension", ["geojson", "osm", "graphml", "csv", "gpkg", "shp"])
def test_the_village_is_one_network_in_each_format(extension: str) -> None:
    village = arcload.read(EXAMPLES / f"village.{extension}", depot="47.37,8.54", curb_weight=0)
    made = arcload.generate("city", edges=40, served=0.8, seed=5, at=(47.37, 8.54))
    assert (len(village.nodes), len(village.edges), len(village.served)) == (27, 40, 32)
    assert village.total_demand == made.total_demand
    assert village.lengths.min(axis=1).sum() == pytest.approx(
        made.lengths.min(axis=1).sum(), abs=0.5
    )
    assert village.names is not None
    assert made.names is not None
    assert sorted(village.names) == sorted(made.names)


def test_the_hamlet_with_its_bends_is_the_same_through_osmnx(tmp_path: Path) -> None:
    """It was not: of its 17 streets one was read twice, and two that no vehicle may drive."""
    rule: dict[str, Any] = {"demand_per_km": 120, "depot": "Depot Road", "curb_weight": 0}
    hamlet = arcload.read(EXAMPLES / "hamlet.osm", **rule)
    assert (len(hamlet.nodes), len(hamlet.edges)) == (11, 17)
    osmnx.save_graphml(osmnx.graph_from_xml(EXAMPLES / "hamlet.osm"), tmp_path / "a.graphml")
    again = arcload.read(tmp_path / "a.graphml", **rule)
    assert sorted(map(sorted, again.ends.tolist())) == sorted(map(sorted, hamlet.ends.tolist()))
    assert again.total_demand == pytest.approx(hamlet.total_demand)


def test_the_rules_of_the_hamlet_are_said_one_by_one() -> None:
    hamlet = arcload.read(EXAMPLES / "hamlet.osm", demand_per_km=120, depot=26, curb_weight=6000)
    assert len(hamlet.edges) == 15
    for line in (
        "left out 1 street with access=private",
        "hgv=no on 1 street: 1 left out with a demand of 30.79",
        "maxweight=3.5, 7.5 on 2 streets: 1 open to the vehicle, 1 left out with a demand of 12.59",
        "restriction=no_right_turn",
    ):
        assert noted(hamlet.notes, f"hamlet.osm: {line}")


def test_the_hamlet_has_a_file_for_all_that_it_needs() -> None:
    town = arcload.read(EXAMPLES / "hamlet.toml")
    assert (town.name, len(town.edges), len(town.served)) == ("hamlet", 17, 17)
    assert [vehicle.label for vehicle in town.vehicles] == ["lorry", "small truck"]
    assert all(vehicle.start == 26 for vehicle in town.vehicles)
    assert town.vehicles[0].closed
    assert not town.vehicles[1].closed


def test_the_market_town_and_its_track_fit() -> None:
    town = arcload.read(EXAMPLES / "market_town.toml")
    assert (len(town.edges), len(town.forbidden_turns)) == (88, 5)
    for tag in ("restriction", "maxweight", "hgv"):
        assert [note for note in town.notes if f"{tag}=" in note.text]
    today = arcload.read_today(town, EXAMPLES / "market_town_today.gpx")
    assert today.plan.length == pytest.approx(12_869.25, abs=0.01)
