"""Bounds on the way driven that are known at once, held against all tours of small instances."""

from hypothesis import given, settings

import arcload
from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.stop import AnyOf
from arcload.proofs.envelope.envelope import Envelope
from arcload.proofs.envelope.prove_ways import prove_ways
from arcload.proofs.envelope.scale import Scale
from arcload.proofs.envelope.service_tangents import service_tangents
from arcload.proofs.street_network import StreetNetwork
from arcload.proofs.verify import verify
from tests.brute_force import optimum_of
from tests.examples import FOUR_EDGES
from tests.strategies import instances


@settings(max_examples=40, deadline=None)
@given(instances(min_served=1, max_served=5))
def test_no_tour_without_curb_weight_costs_less(instance: arcload.Instance) -> None:
    light = instance.replace(curb_weight=0.0, load_factor=1.0)
    network = StreetNetwork.of(light)
    assert Envelope(network, Scale.of(network)).area <= optimum_of(light) * (1 + 1e-12)


def test_streets_in_the_order_of_their_load_a_metre_come_near() -> None:
    """Without deadheads one street is served right after the other."""
    light = FOUR_EDGES.replace(curb_weight=0.0)
    network = StreetNetwork.of(light)
    area = float(Envelope(network, Scale.of(network)).area)
    streets = sorted(
        zip(light.lengths.min(axis=1).tolist(), light.demands.tolist(), strict=True),
        key=lambda street: street[0] / street[1],
    )
    driven = smith = 0.0
    for length, demand in streets:
        smith += demand * (driven + length / 2)
        driven += length
    assert 0.95 * smith < area <= smith


def test_a_run_has_a_bound_before_the_first_linear_program_of_ways() -> None:
    town = arcload.generate("city", edges=300, seed=3)
    context = Context(Problem.of(town), AnyOf())
    next(prove_ways(context))
    certificate = context.record.certificate
    assert certificate is not None
    assert verify(town, certificate) == context.lower_bound
    quick = arcload.bound(town, time=0.0).lower_bound
    assert context.lower_bound is not None
    assert context.lower_bound > quick


def test_a_long_street_with_next_to_no_load_overflows_nothing() -> None:
    """Its slope, 2**52 units of length for one of load, times all load has 83 bits."""
    town = arcload.Instance.from_edges([(0, 1, 1e9, 1), (1, 2, 1, 2e9)], depot=0)
    network = StreetNetwork.of(town)
    scale = Scale.of(network)
    tangents = service_tangents(network, scale)
    assert tangents
    for tangent in tangents:
        assert tangent.constant <= 0
        assert tangent.slope * scale.total < 2**60
