"""Whole units."""

from fractions import Fraction

import numpy as np
import pytest

import arcload
from arcload.proofs.envelope.scale import Scale
from arcload.proofs.street_network import StreetNetwork
from tests.examples import FOUR_EDGES


def test_lengths_and_demands_are_rounded_down_by_little() -> None:
    network = StreetNetwork.of(arcload.generate("city", edges=200, seed=3))
    scale = Scale.of(network, levels=False)
    assert not scale.has_levels
    for whole, unit, real in (
        (scale.length, scale.length_unit, network.length),
        (scale.q, scale.load_unit, network.q),
    ):
        left = real - whole * unit
        assert (left >= 0).all()
        assert (left < unit).all()
        assert unit < 1e-8 * real.sum()
        assert np.frexp(unit)[0] == 0.5


def test_whole_numbers_stay_as_they_are() -> None:
    scale = Scale.of(StreetNetwork.of(FOUR_EDGES))
    assert scale.total * scale.load_unit == 135
    assert scale.length.sum() * scale.length_unit == 28


def scale_of(demands: list[float], curb_weight: float = 0.0, load_factor: float = 1.0) -> Scale:
    """Return the units of a street with some demands."""
    edges = [(i, i + 1, 10.0, q) for i, q in enumerate(demands)]
    street = arcload.Instance.from_edges(edges, depot=0)
    return Scale.of(
        StreetNetwork.of(street.replace(curb_weight=curb_weight, load_factor=load_factor))
    )


def test_a_level_is_the_greatest_unit_of_all_demands() -> None:
    scale = scale_of([20.0, 30.0, 0.0, 50.0], curb_weight=7.5)
    assert scale.has_levels
    assert scale.load_unit == 10
    assert scale.q.tolist() == [2, 3, 0, 5]
    assert scale.half_levels(7.5) == 1
    assert scale.cost_unit == Fraction(scale.length_unit) * 5


def test_decimals_have_levels_too() -> None:
    tenths = list(range(1, 2000, 7))
    scale = scale_of([k / 10 for k in tenths])
    assert scale.has_levels
    assert scale.q.tolist() == tenths
    assert 0.1 - 1e-11 < scale.load_unit < 0.1
    scale = scale_of([2.0, 3.0, 40.0], load_factor=0.7)
    assert scale.has_levels
    assert scale.q.tolist() == [2, 3, 40]
    for k, q in zip(tenths, (k / 10 for k in tenths), strict=True):
        assert Fraction(q) / Fraction(scale_of([0.1, q]).load_unit) >= k


@pytest.mark.parametrize(
    ("demands", "curb_weight"),
    [
        ([1 / 3, 2.0], 0.0),
        ([1.0, 400_000.0], 0.0),
        ([1.0, 1e-4], 0.0),
        ([1.0, 2.0**60], 0.0),
        ([1.0, 2.0], 1e3),
    ],
)
def test_there_are_no_levels_where_they_are_of_no_use(
    demands: list[float], curb_weight: float
) -> None:
    assert not scale_of(demands, curb_weight).has_levels


def test_a_service_may_not_pass_too_many_levels_at_once() -> None:
    edges = [(i, i + 1, 1.0, 1.0) for i in range(200)]
    street = arcload.Instance.from_edges([*edges, (0, 1, 1.0, 2.0**17)], depot=0)
    assert not Scale.of(StreetNetwork.of(street)).has_levels
    assert scale_of([1.0, 2.0**17]).has_levels


def test_costs_of_all_streets_with_all_load_have_few_bits() -> None:
    town = arcload.generate("city", edges=200, seed=3, curb_ratio=20)
    network = StreetNetwork.of(town)
    scale = Scale.of(network)
    assert scale.has_levels
    heaviest = scale.half_levels(network.W) + 2 * scale.total
    assert 2**55 < heaviest * float(scale.length.sum()) < 2**57
