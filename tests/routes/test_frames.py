"""Instances and plans as tables of pandas and geopandas."""

import sys

import numpy as np
import pytest
from hypothesis import given, settings

import arcload
from tests.examples import FOUR_EDGES
from tests.fleet_plans import cut_tour, fleet_of
from tests.routes.towns import town
from tests.strategies import instances

pytest.importorskip("geopandas")


@given(instance=instances(min_served=1))
@settings(max_examples=6)
def test_the_rows_of_a_plan_add_up_to_its_totals(instance: arcload.Instance) -> None:
    plan = arcload.solve(instance, "greedy").plan
    frame = plan.to_dataframe()
    assert len(frame) == len(plan.walk)
    assert frame["length"].sum() == pytest.approx(plan.length)
    assert frame["cost"].sum() == pytest.approx(plan.cost)
    assert frame.loc[frame["served"], "edge"].tolist() == list(plan.order)


def test_a_fleet_has_its_routes_and_trips() -> None:
    plan = cut_tour(fleet_of(town()))
    frame = plan.to_dataframe()
    assert sorted(frame["route"].unique()) == [1, 2]
    assert len(frame.groupby(["route", "trip"])) == plan.trips
    assert frame["hours"].max() == pytest.approx(plan.longest, abs=1e-5)
    assert frame["cost"].sum() == pytest.approx(plan.cost)


def test_a_vehicle_without_a_label_has_an_empty_one() -> None:
    instance = fleet_of(town())
    plain = instance.vehicle
    labelled = arcload.Vehicle(
        label="big", capacity=plain.capacity, start=plain.start, end=plain.end
    )
    plan = cut_tour(instance.replace(vehicles=(plain, labelled)))
    second = arcload.Route(labelled, plan.routes[1].trips)
    both = arcload.Plan(plan.instance, [plan.routes[0], second]).to_dataframe()
    assert list(both)[:4] == ["number", "route", "vehicle", "trip"]
    assert both.groupby("route")["vehicle"].first().tolist() == ["", "big"]


def test_lines_run_as_they_are_driven() -> None:
    result = arcload.solve(town(), "greedy")
    frame = result.to_geodataframe()
    assert frame.crs == 4326
    ends = [line.coords[-1] for line in frame.geometry]
    starts = [line.coords[0] for line in frame.geometry]
    assert ends[:-1] == starts[1:]


def test_an_instance_is_a_table_of_its_streets() -> None:
    frame = FOUR_EDGES.to_dataframe()
    assert frame["demand"].tolist() == [100, 20, 10, 5]
    assert set(frame["oneway"]) == {"no"}
    uneven = FOUR_EDGES.replace(lengths=[[2, np.inf], [1, 3], [np.inf, 1], [10, 10]]).to_dataframe()
    assert uneven["oneway"].tolist() == ["yes", "no", "-1", "no"]
    assert uneven[["length", "length_back"]].to_numpy().tolist() == [
        [2, 2],
        [1, 3],
        [1, 1],
        [10, 10],
    ]
    assert frame[["from", "to"]].to_numpy().tolist() == [[1, 2], [2, 3], [1, 4], [3, 4]]
    drawn = town().to_geodataframe()
    assert drawn.to_crs(32632).length.to_numpy() == pytest.approx(drawn["length"], rel=0.01)


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(arcload.InputError, match="no coordinates"):
        FOUR_EDGES.to_geodataframe()
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(arcload.InputError, match=r"arcload\[geo\]"):
        FOUR_EDGES.to_dataframe()
