"""The bound as a run raises it."""

import itertools
from typing import cast

import numpy as np
import pytest

import arcload
from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.stop import AnyOf
from arcload.model.certificate import Certificate
from arcload.proofs.envelope.prove_ways import _Schedule, prove_ways
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
    assert certificate.kind == "walk"
    assert verify(town, certificate) == context.lower_bound == certificate.bound


def test_halves_raise_the_bound_where_streets_lie_apart() -> None:
    town = arcload.generate("city", edges=150, served=0.3, seed=2, curb_ratio=5)
    run = Context(Problem.of(town), AnyOf())
    ways = prove_ways(run)
    next(ways)
    first = run.lower_bound or 0.0
    raised = first
    while raised <= first * 1.0001:  # it is told again when all halves are found
        next(ways)
        raised = run.lower_bound or 0.0
    certificate = run.record.certificate
    assert certificate is not None
    assert certificate.envelope is not None
    assert raised > first * 1.001
    assert len(certificate.envelope.postman.of_halves) > 5
    assert verify(town, certificate) == raised


def test_demands_without_a_common_unit_have_walks_too() -> None:
    town = arcload.generate("city", edges=30, seed=3)
    demands = town.demands * np.random.default_rng(1).uniform(0.9, 1.1, len(town.edges))
    town = town.replace(demands=demands)
    context = Context(Problem.of(town), AnyOf())
    for _ in prove_ways(context):
        pass
    certificate = context.record.certificate
    assert certificate is not None
    assert certificate.kind == "walk"
    assert verify(town, certificate) == certificate.bound


class Clock:
    """A run whose seconds are set."""

    def __init__(self, max_seconds: float | None) -> None:
        self.seconds, self.max_seconds = 0.0, max_seconds


def walks_of(max_seconds: float | None, guess: float, took: float) -> list[float]:
    """Return the seconds at which walks begin that take some seconds, asked ten times a second."""
    run = Clock(max_seconds)
    schedule = _Schedule(cast(Context, run), guess)
    begun = []
    while run.seconds < (max_seconds or 100.0):
        if schedule.is_due():
            begun.append(run.seconds)
            with schedule.walking():
                run.seconds += took
        run.seconds = round(run.seconds + 0.1, 1)
    return begun


def test_walks_come_now_and_then_and_once_more_in_time() -> None:
    begun = walks_of(100.0, 2.0, 4.0)
    assert begun[0] == pytest.approx(6.0)
    assert all(after - before >= 16.0 for before, after in itertools.pairwise(begun[:-1]))
    assert 100.0 - 3 * 4.0 <= begun[-1] <= 100.0 - 1.2 * 4.0
    assert len(begun) <= 7


@pytest.mark.parametrize("took", [4.0, 12.0, 30.0])
def test_only_one_walk_is_the_last(took: float) -> None:
    begun = walks_of(100.0, 2.0, took)
    assert all(after - before >= 4 * took for before, after in itertools.pairwise(begun[:-1]))
    assert sum(second > 100.0 - 3 * took for second in begun) <= 1


def test_a_walk_that_would_not_end_in_time_is_not_begun() -> None:
    assert walks_of(10.0, 9.0, 9.0) == []
    assert walks_of(100.0, 2.0, 60.0) == [pytest.approx(6.0)]


def test_without_a_clock_it_is_never_time_to_walk() -> None:
    assert walks_of(None, 0.0, 0.0) == []


def test_walks_that_are_due_raise_the_bound_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Schedule, "is_due", lambda _: True)
    town = arcload.generate("city", edges=30, seed=3)
    context = Context(Problem.of(town), AnyOf())
    raised: dict[float, Certificate] = {}
    for _ in itertools.islice(prove_ways(context), 100):
        certificate = context.record.certificate
        if certificate is not None and certificate.kind == "walk":
            raised[certificate.bound] = certificate
    assert len(raised) > 3
    for bound, certificate in itertools.islice(raised.items(), 3):
        assert verify(town, certificate) == bound


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
