"""The least way to each load, held against all tours of small instances."""

import itertools
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis.strategies import booleans

import arcload
from arcload.proofs.envelope.envelope import Envelope
from arcload.proofs.envelope.scale import Scale
from arcload.proofs.street_network import StreetNetwork
from tests.brute_force import optimum_of
from tests.examples import FOUR_EDGES
from tests.strategies import instances

STAR = arcload.Instance.from_edges(
    [(0, 1, 3, 9), (1, 2, 2, 1), (2, 0, 4, 5), (0, 3, 1, 8), (3, 4, 6, 3), (4, 0, 5, 2)], depot=0
)


def envelope_of(instance: arcload.Instance, *, for_relaxation: bool = False) -> Envelope:
    """Return an envelope that is worked out to the end."""
    network = StreetNetwork.of(instance)
    envelope = Envelope(network, Scale.of(network), for_relaxation=for_relaxation)
    for _ in envelope.run():
        pass
    return envelope


@settings(max_examples=20, deadline=None)
@given(instances(min_served=1, max_served=5), booleans())
def test_the_area_is_below_the_cost_of_every_tour_without_curb_weight(
    instance: arcload.Instance, for_relaxation: bool
) -> None:
    """One-way, uneven and zero lengths, loops, parallel streets, any start and end, collecting."""
    light = instance.replace(curb_weight=0.0, load_factor=1.0)
    area = envelope_of(light, for_relaxation=for_relaxation).area
    assert area <= optimum_of(light) * (1 + 1e-12)


def test_the_four_edges_come_near_their_optimum() -> None:
    light = FOUR_EDGES.replace(curb_weight=0.0)
    assert 0.85 * optimum_of(light) < envelope_of(light).area <= optimum_of(light)


def test_tangents_rise_and_each_is_greatest_somewhere() -> None:
    tangents = envelope_of(STAR).tangents
    assert len(tangents) > 2
    meets = [
        Fraction(one.constant - other.constant, other.slope - one.slope)
        for one, other in itertools.pairwise(tangents)
    ]
    assert all(one < other for one, other in itertools.pairwise(meets))
    assert 0 < meets[0] < meets[-1] < Scale.of(StreetNetwork.of(STAR)).total


def test_the_area_is_that_below_each_tangent_where_it_is_the_greatest() -> None:
    envelope, scale = envelope_of(STAR), Scale.of(StreetNetwork.of(STAR))
    ranges = envelope.ranges()
    assert [found.tangent for found in ranges] == envelope.tangents
    assert ranges[-1].high == scale.total
    assert all(one.high == other.low for one, other in itertools.pairwise(ranges))
    below = sum(
        (high - low) * (line.slope * (low + high) / 2 + line.constant) for line, low, high in ranges
    )
    assert below * Fraction(scale.length_unit) * Fraction(scale.load_unit) == envelope.area


def test_it_ends_when_it_is_over() -> None:
    network = StreetNetwork.of(STAR)
    asked = 0

    def over() -> bool:
        nonlocal asked
        asked += 1
        return asked > 20

    envelope = Envelope(network, Scale.of(network), over)
    pieces = sum(1 for _ in envelope.run())
    assert 0 < pieces <= 20


def test_the_same_network_gives_the_same_tangents() -> None:
    assert envelope_of(STAR).area == envelope_of(STAR).area > 0


def test_nothing_is_asked_where_the_load_costs_nothing() -> None:
    envelope = envelope_of(FOUR_EDGES.replace(load_factor=0.0, curb_weight=1.0))
    assert envelope.area == 0
    assert envelope.tangents == []


def test_pieces_of_solves_find_as_much() -> None:
    network = StreetNetwork.of(STAR)
    envelope = Envelope(network, Scale.of(network), piece=1e-3)
    for _ in envelope.run():
        pass
    assert float(envelope.area) == pytest.approx(float(envelope_of(STAR).area), rel=0.01)
