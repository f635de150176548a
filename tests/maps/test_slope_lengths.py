"""Lengths that count the climb."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import arcload
from arcload.model.types import FloatArray
from tests.examples import FOUR_EDGES
from tests.routes.towns import town
from tests.strategies import instances

_SHARES = st.floats(0.0, 1.0)
_RESISTANCES = st.sampled_from([0.005, 0.01, 0.1])


def _plain(instance: arcload.Instance) -> arcload.Instance:
    assume(all(v.drive_speed is None and v.fuel_empty is None for v in instance.vehicles))
    assume(all(v.max_length is None for v in instance.vehicles))
    return instance


@given(instance=instances(), data=st.data(), rolling=_RESISTANCES, regained=_SHARES)
@settings(max_examples=25)
def test_no_length_is_below_zero_and_none_less_than_the_energy(
    instance: arcload.Instance, data: st.DataObject, rolling: float, regained: float
) -> None:
    heights = data.draw(
        st.lists(st.floats(-50, 50), min_size=len(instance.nodes), max_size=len(instance.nodes))
    )
    high = np.array(heights)
    lengths = arcload.slope_lengths(_plain(instance), high, rolling=rolling, regained=regained)
    unit = {"km": 1000.0, "mi": 1609.344, "ft": 0.3048, "yd": 0.9144}.get(instance.length_unit, 1.0)
    climb = high[instance.ends[:, 1]] - high[instance.ends[:, 0]]
    energy = instance.lengths + np.column_stack([climb, -climb]) / (rolling * unit)
    open_ways = np.isfinite(instance.lengths)
    assert (lengths[open_ways] >= 0).all()
    assert np.isinf(lengths[~open_ways]).all()
    assert lengths[open_ways] == pytest.approx(np.maximum(energy, 0)[open_ways], rel=1e-9, abs=1e-6)


def test_uphill_costs_what_lifting_vehicle_and_load_costs() -> None:
    """By hand: 100 m at c = 0.01, up by 2 m: (100 + 200) there, 0 back, of 10 + 5 and of 10."""
    flat = arcload.Instance.from_edges([("A", "B", 100, 5)], depot="A", curb_weight=10)
    hilly = flat.replace(lengths=arcload.slope_lengths(flat, {"A": 0, "B": 2}))
    assert hilly.lengths.tolist() == [[300, 0]]
    assert arcload.solve(hilly).cost == 300 * (10 + 2.5)
    assert arcload.solve(flat).cost == 100 * (10 + 2.5) + 100 * 10


def test_a_heavy_vehicle_goes_round_a_hill() -> None:
    edges = [("A", "hill", 50, 0), ("hill", "B", 50, 0), ("A", "B", 130, 0), ("B", "C", 10, 1)]
    flat = arcload.Instance.from_edges(edges, depot="A", curb_weight=100)
    hilly = flat.replace(lengths=arcload.slope_lengths(flat, {"A": 0, "hill": 1, "B": 0, "C": 0}))
    assert {1, 2} <= {crossing.edge for crossing in arcload.solve(flat).plan.walk}
    assert not {1, 2} & {crossing.edge for crossing in arcload.solve(hilly).plan.walk}


def _ridge(points: FloatArray) -> FloatArray:
    return 100 * (1 - np.abs(points[:, 0] - 8.545) / 0.01)


def test_a_function_is_asked_along_the_course() -> None:
    """Over a ridge and down again is longer than flat, though both ends are as high."""
    bent = arcload.Instance.from_edges(
        [arcload.Edge("A", "B", 1000, 1, shape=((8.54, 47.0), (8.545, 47.0), (8.55, 47.0)))],
        depot="A",
        coordinates={"A": (8.54, 47.0), "B": (8.55, 47.0)},
        geographic=True,
        length_unit="m",
    )
    over = arcload.slope_lengths(bent, _ridge, rolling=0.02)
    assert over == pytest.approx(np.array([[500 + 50 / 0.02] * 2]), rel=1e-3)
    regained = arcload.slope_lengths(bent, _ridge, rolling=0.02, regained=1.0)
    assert regained == pytest.approx(np.array([[1000.0, 1000.0]]))
    ends = arcload.slope_lengths(bent, {"A": 50, "B": 50})
    assert ends.tolist() == [[1000, 1000]]


@given(low=_SHARES, high=_SHARES)
@settings(max_examples=15)
def test_more_regained_is_never_longer(low: float, high: float) -> None:
    instance = town()
    low, high = sorted((low, high))
    more = arcload.slope_lengths(instance, _ridge, regained=low)
    less = arcload.slope_lengths(instance, _ridge, regained=high)
    assert (less <= more + 1e-9).all()


@pytest.mark.parametrize(
    ("elevation", "options", "words"),
    [
        ({1: 0, 2: 0, 3: 0}, {}, "node 4 has no elevation"),
        ([1, 2], {}, "2 values; 4 are needed"),
        ([1, 2, 3, float("nan")], {}, "NaN|no finite number|nan"),
        ("hill.tif", {}, "'hill.tif'"),
        (None, {}, "None"),
        (lambda points: 1 / 0, {}, "no coordinates"),
        ([0] * 4, {"rolling": 0}, "above 0"),
        ([0] * 4, {"regained": 2}, "between 0 and 1"),
    ],
)
def test_what_says_no_heights_is_refused(elevation: Any, options: Any, words: str) -> None:
    with pytest.raises(arcload.InputError, match=words):
        arcload.slope_lengths(FOUR_EDGES, elevation, **options)


def test_vehicles_with_hours_are_refused_since_these_need_the_true_lengths() -> None:
    timed = FOUR_EDGES.replace(serve_speed=10, drive_speed=30, length_unit="m")
    with pytest.raises(arcload.InputError, match="speeds"):
        arcload.slope_lengths(timed, [0] * 4)


def test_a_function_that_fails_is_named() -> None:
    with pytest.raises(arcload.InputError, match="ZeroDivisionError"):
        arcload.slope_lengths(town(), lambda points: 1 / 0)
