"""Instances from tables of geopandas."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arcload
from tests.routes.towns import town

geopandas = pytest.importorskip("geopandas")

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_a_table_is_read_as_its_file_is() -> None:
    frame = geopandas.read_file(EXAMPLES / "village.gpkg")
    before = frame.copy()
    read = arcload.from_geodataframe(frame, name="village", depot=1, curb_weight=500)
    assert read == arcload.read(EXAMPLES / "village.gpkg", depot=1, curb_weight=500)
    assert frame.equals(before)


def test_what_an_instance_gives_is_taken_back() -> None:
    instance = town()
    frame = (
        instance.to_geodataframe()
        .rename_geometry("course")
        .to_crs(32632)
        .sample(frac=1, random_state=1)
    )
    again = arcload.from_geodataframe(frame, depot=1, curb_weight=instance.curb_weight)
    assert len(again.edges) == len(instance.edges)
    assert np.isinf(again.lengths).sum() == np.isinf(instance.lengths).sum() > 0
    assert again.lengths.min(axis=1).sum() == pytest.approx(instance.lengths.min(axis=1).sum())
    assert again.total_demand == pytest.approx(instance.total_demand)


def test_columns_and_rules_are_options() -> None:
    frame = town().to_geodataframe()[["geometry", "demand"]].rename(columns={"demand": 7})
    read = arcload.from_geodataframe(frame, demand_column="7", depot=1)
    assert read.total_demand == pytest.approx(town().total_demand)
    per_km = arcload.from_geodataframe(frame[["geometry"]], demand_per_km=100, depot=1)
    assert per_km.demands == pytest.approx(per_km.lengths[:, 0] / 10)
    assert np.isfinite(per_km.lengths).all()


@pytest.mark.parametrize("wrong", [None, "streets.gpkg", 3, [1], {"a": 1}])
def test_what_is_no_table_of_lines_is_refused(wrong: Any) -> None:
    with pytest.raises(arcload.InputError, match="GeoDataFrame"):
        arcload.from_geodataframe(wrong)


def test_mistakes_name_their_row_and_column() -> None:
    frame = town().to_geodataframe().astype({"demand": object})
    frame.loc[4, "demand"] = "much"
    with pytest.raises(arcload.InputError, match=r"row 5.*demand.*much"):
        arcload.from_geodataframe(frame)
    two = frame.assign(demand=1.0, length_back=2 * frame["length"])
    with pytest.raises(arcload.InputError, match=r"row 1: length_back"):
        arcload.from_geodataframe(two)
    with pytest.raises(arcload.InputError, match="no lines"):
        arcload.from_geodataframe(geopandas.GeoDataFrame({"a": [1]}))
    with pytest.raises(arcload.InputError, match="from_geodataframe has no 'demnd_column'"):
        arcload.from_geodataframe(frame, demnd_column="x")
    with pytest.raises(arcload.InputError, match=r"use arcload\.from_geodataframe"):
        arcload.read(frame)
