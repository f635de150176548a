"""The files in ``examples`` can be read as their README says."""

from pathlib import Path

import pytest

import arcload

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.filterwarnings("ignore::arcload.ArcloadWarning")
@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("four_edges.*")), ids=lambda file: file.name)
def test_the_four_edges_are_one_problem_in_each_format(file: Path) -> None:
    four = arcload.read(file)
    assert (len(four.edges), four.total_demand, four.lengths[:, 0].sum()) == (4, 135, 14)


@pytest.mark.filterwarnings("ignore::arcload.ArcloadWarning")
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
