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
    assert scale.level == 0
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
    assert scale.level == 1
    assert scale.load_unit == 10
    assert scale.q.tolist() == scale.levels.tolist() == [2, 3, 0, 5]
    assert scale.half_levels(7.5) == 1
    assert scale.cost_unit == Fraction(scale.length_unit) * 5


def test_decimals_have_levels_too() -> None:
    tenths = list(range(1, 2000, 7))
    scale = scale_of([k / 10 for k in tenths])
    assert scale.level == 1
    assert scale.q.tolist() == tenths
    assert 0.1 - 1e-11 < scale.load_unit < 0.1
    scale = scale_of([2.0, 3.0, 40.0], load_factor=0.7)
    assert scale.level == 1
    assert scale.q.tolist() == [2, 3, 40]
    for k, q in zip(tenths, (k / 10 for k in tenths), strict=True):
        assert Fraction(q) / Fraction(scale_of([0.1, q]).load_unit) >= k


@pytest.mark.parametrize(
    "demands", [[1 / 3, 2.0], [1.0, 400_000.0], [1.0, 1e-4], [1.0, 2.0**60], [2.0**60 / 3]]
)
def test_other_demands_are_rounded_down_to_levels(demands: list[float]) -> None:
    scale = scale_of(demands)
    assert scale.level > 1
    assert np.frexp(scale.load_unit)[0] == 0.5
    assert 0.99 * 400 * len(demands) <= scale.levels.sum() <= 400 * len(demands)
    size = Fraction(scale.load_unit) * scale.level
    for demand, levels in zip(demands, scale.levels.tolist(), strict=True):
        assert 0 <= Fraction(demand) - levels * size <= size * (1 + Fraction(1, 10**6))
    assert scale.cost_unit == Fraction(scale.length_unit) * size / 2


def test_large_towns_have_fewer_levels_a_street() -> None:
    chance = np.random.default_rng(1)
    for streets, most in ((100, 40_000), (1000, 80_000), (5000, 100_000), (30_000, 400_000)):
        scale = scale_of(chance.uniform(0.5, 1.5, streets).tolist())
        assert 0.9 * most < scale.levels.sum() <= most


def test_a_vehicle_beside_which_the_load_counts_for_nothing_has_no_levels() -> None:
    assert scale_of([1.0, 2.0], 150.0).level == 1
    assert scale_of([1.0, 2.0], 151.0).level == 0
    assert scale_of([1.0, 1 / 3], 100.0).level == 0


def test_a_service_may_not_pass_too_many_levels_at_once() -> None:
    edges = [(i, i + 1, 1.0, 1.0) for i in range(200)]
    street = arcload.Instance.from_edges([*edges, (0, 1, 1.0, 2.0**17)], depot=0)
    scale = Scale.of(StreetNetwork.of(street))
    assert scale.levels.max() * 201 <= 2**24
    assert scale_of([1.0, 2.0**17]).level == 1


def test_costs_of_all_streets_with_all_load_have_few_bits() -> None:
    town = arcload.generate("city", edges=200, seed=3, curb_ratio=10)
    for demands in (town.demands, town.demands / 3):
        network = StreetNetwork.of(town.replace(demands=demands))
        scale = Scale.of(network)
        heaviest = scale.half_levels(network.W) + 2 * int(scale.levels.sum())
        assert 2**54 < heaviest * float(scale.length.sum()) < 2**57
