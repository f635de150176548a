"""The bound as a run raises it."""

import itertools

import pytest

import arcload
from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.stop import AnyOf
from arcload.proofs.envelope.prove_ways import prove_ways
from arcload.proofs.verify import verify


@pytest.mark.parametrize("ratio", [0.0, 0.5, 20.0])
def test_the_bound_rises_and_its_certificate_proves_it_without_tolerance(ratio: float) -> None:
    town = arcload.generate("city", edges=30, served=0.8, seed=3, curb_ratio=ratio)
    context = Context(Problem.of(town), AnyOf())
    bounds = []
    for _ in prove_ways(context):
        bounds.append(context.lower_bound or 0.0)
    certificate = context.record.certificate
    assert bounds == sorted(bounds)
    assert len(set(bounds)) > 3
    assert certificate is not None
    assert certificate.kind == "envelope"
    assert verify(town, certificate) == context.lower_bound == certificate.bound


def test_what_was_raised_stays_when_it_is_left_alone() -> None:
    town = arcload.generate("city", edges=30, seed=3)
    context = Context(Problem.of(town), AnyOf())
    for _ in itertools.islice(prove_ways(context), 6):
        pass
    assert context.record.certificate is not None
    assert verify(town, context.record.certificate) == context.lower_bound


def test_a_heavy_vehicle_has_a_bound_at_once() -> None:
    town = arcload.generate("city", edges=30, seed=3, curb_ratio=20)
    context = Context(Problem.of(town), AnyOf())
    for _ in itertools.islice(prove_ways(context), 2):
        pass
    tour = arcload.solve(town, "greedy")
    assert context.lower_bound is not None
    assert 0.8 * tour.cost < context.lower_bound <= tour.cost
