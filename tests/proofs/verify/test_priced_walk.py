"""The check of the cheapest walk: what is no walk is refused."""

import dataclasses
import math
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import arcload
from arcload.model.certificate import Certificate
from arcload.model.envelope_prices import EnvelopePrices, PostmanPrices, Tangent
from arcload.model.errors import CheckError
from arcload.proofs.verify import verify
from tests.examples import FOUR_EDGES


def prices(load_unit: float = 5.0) -> EnvelopePrices:
    """Return prices of four nodes without cuts."""
    nothing = PostmanPrices(np.zeros(4, dtype=np.int64))
    return EnvelopePrices(1.0, load_unit, (), (), (), nothing, ())


def proven(instance: arcload.Instance, given: EnvelopePrices) -> float:
    """Return what a certificate of some prices proves."""
    return verify(instance, Certificate("walk", 0.0, envelope=given))


def test_one_street_by_hand() -> None:
    """To serve 3 of load on 4 of way and drive home costs 4 * (W + 3 / 2) + 4 * W."""
    street = arcload.Instance.from_edges([(0, 1, 4.0, 3.0)], depot=0)
    nothing = PostmanPrices(np.zeros(2, dtype=np.int64))
    for load_unit, weight in ((3.0, 3.0), (1.0, 2.0), (1.0, 2.5)):
        given = EnvelopePrices(1.0, load_unit, (), (), (), nothing, ())
        assert proven(street.replace(curb_weight=weight), given) == 8 * weight + 6
    # In levels of 3, half a level is 1.5: what a vehicle of 2 weighs beyond drives the least
    # length, which is 4 without cuts.
    given = EnvelopePrices(1.0, 3.0, (), (), (), nothing, ())
    assert proven(street.replace(curb_weight=2.0), given) == 8 * 1.5 + 6 + 4 * 0.5


def test_prices_of_streets_change_nothing_that_every_walk_does() -> None:
    """One street is served once by every walk, whatever its price."""
    street = arcload.Instance.from_edges([(0, 1, 4.0, 3.0)], depot=0, curb_weight=2.0)
    nothing = np.zeros(2, dtype=np.int64)
    for slope in (0, 1, 5):
        tangent = Tangent(slope, nothing, (), (), ())
        given = EnvelopePrices(1.0, 1.0, (), (), (), PostmanPrices(nothing), (tangent,))
        assert proven(street, given) == 22


@pytest.mark.parametrize(
    ("given", "match"),
    [
        (prices(load_unit=1e-5), "levels"),
        (prices(load_unit=200.0), "the load has 0 levels"),
        (prices(load_unit=1e300), "the load has 0 levels"),
    ],
)
def test_what_is_no_walk_is_refused(given: EnvelopePrices, match: str) -> None:
    with pytest.raises(CheckError, match=match):
        proven(FOUR_EDGES, given)


@pytest.mark.parametrize("level", [0, -1, 1.5, True, None, "2", math.nan])
def test_a_level_is_a_number_of_units(level: Any) -> None:
    with pytest.raises(CheckError, match="level"):
        proven(FOUR_EDGES, dataclasses.replace(prices(), level=level))


@pytest.mark.parametrize("level", range(1, 21))
def test_whatever_a_level_is_no_more_than_the_optimum_is_proven(level: int) -> None:
    """In great levels some streets pass none, and are served all the same."""
    given = dataclasses.replace(prices(), level=level)
    assert 0 < proven(FOUR_EDGES, given) <= 275
    heavy = FOUR_EDGES.replace(curb_weight=33.0)
    assert 33 * 14 < proven(heavy, given) <= arcload.solve(heavy).cost


def test_what_is_beyond_levels_is_carried_too() -> None:
    """By hand: demands of 3 and 2 on streets of 1 and 2, in levels of 2 there and back."""
    street = arcload.Instance.from_edges([(0, 1, 1.0, 3.0), (1, 2, 2.0, 2.0)], depot=0)
    nothing = PostmanPrices(np.zeros(3, dtype=np.int64))
    given = EnvelopePrices(1.0, 1.0, (), (), (), nothing, (), 2)
    # Two levels of 2: the street of 1 twice, 1 * 3 + 1 * 1. The rest, 1 of the first: 1 * 1 / 2.
    assert proven(street, given) == 4 + 0.5


def test_lengths_too_large_for_whole_numbers_are_refused() -> None:
    far = FOUR_EDGES.replace(lengths=FOUR_EDGES.lengths * 2.0**58)
    with pytest.raises(CheckError, match="too large"):
        proven(far, prices())
    with pytest.raises(CheckError, match="too large"):
        proven(FOUR_EDGES.replace(curb_weight=2.0**62), prices())


def test_levels_that_need_too_much_memory_are_refused() -> None:
    edges = [(i, i + 1, 1.0, 1.0) for i in range(700)]
    street = arcload.Instance.from_edges([*edges, (0, 1, 1.0, 100_000.0)], depot=0)
    nothing = PostmanPrices(np.zeros(701, dtype=np.int64))
    with pytest.raises(CheckError, match="memory"):
        proven(street, EnvelopePrices(1.0, 1.0, (), (), (), nothing, ()))


def test_a_certificate_without_prices_is_refused() -> None:
    with pytest.raises(CheckError, match="no prices"):
        verify(FOUR_EDGES, Certificate("walk", 0.0))


@pytest.mark.parametrize("share", [0.0, 0.3, 0.6, 0.75, 0.9])
@pytest.mark.parametrize("size", [0.4, 0.9, 1.0005, 1.003, 1.01])
def test_a_cost_is_never_taken_for_what_cannot_be(size: float, share: float) -> None:
    """Prices of ends so large that a cheap walk could pass for none, and a dear one be proven."""
    edges = [(0, 1, 2.0, 1.0)] * 58 + [(0, 2, 7.0, 3.0)]
    town = arcload.Instance.from_edges(edges, depot=0)
    tour = arcload.Tour(town, list(town.edges), [1, 2] * 29 + [1])
    nothing = np.zeros(3, dtype=np.int64)
    tangent = Tangent(0, nothing, (), (), ((0, int(share * 2**60) // 122),))
    length_unit = 2 * 60**2 / (size * 2**60)
    postman = PostmanPrices(nothing)
    given = EnvelopePrices(length_unit, 1.0, ((0, 1, 2),), (), ((0, ()),), postman, (tangent,))
    with suppress(CheckError):
        assert proven(town, given) <= tour.cost
