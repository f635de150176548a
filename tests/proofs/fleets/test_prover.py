"""Bounds of fleets beside a search."""

from collections.abc import Callable
from itertools import count

import pytest

import arcload
from arcload import Instance
from arcload.engine.fleet_context import FleetContext
from arcload.engine.kernel_fleet import KernelFleet
from arcload.engine.stop import AnyOf, MaxTime
from arcload.model.certificate import Certificate
from arcload.proofs.fleets import prover
from arcload.proofs.fleets.capacity_cuts import CapacityCuts
from arcload.proofs.fleets.prover import prove_fleet
from arcload.proofs.fleets.warming import warm_up_fleet_proofs
from arcload.proofs.verify import verify

STAR = Instance.from_edges(
    [(0, node, 3.0, 2.0) for node in range(1, 9)] + [(1, 2, 1.0), (3, 4, 1.0)],
    depot=0,
    capacity=5.0,
    curb_weight=1.0,
    load_factor=0.0,
)
"""Eight streets of 3 km out and back: 48 km in all, and fewer by the two short streets."""


def context_of(instance: Instance, memory: float = 1e9) -> FleetContext:
    """Return a run on an instance."""
    return FleetContext(KernelFleet.of(instance), AnyOf(), memory=memory)


def test_the_bound_meets_the_plan_and_is_verified() -> None:
    warm_up_fleet_proofs()
    context = context_of(STAR)
    for _ in prove_fleet(context, lambda: False):
        pass
    bound, certificate = context.lower_bound, context.record.certificate
    assert bound is not None
    assert certificate is not None
    assert 36 <= bound <= arcload.solve(STAR, iterations=2000, threads=1).cost
    assert verify(STAR, certificate) >= bound


def test_it_ends_when_it_is_over() -> None:
    context = context_of(STAR)
    assert list(prove_fleet(context, lambda: True)) == []
    assert context.lower_bound is not None


def test_a_run_that_is_over_does_not_wait_for_a_long_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once over, with no patience left, the cuts alone are proven, which takes no time."""

    class EndlessTrips(CapacityCuts):
        def certificate(
            self, *, with_trips: bool = True, pause: Callable[[], None] = lambda: None
        ) -> Certificate:
            while with_trips:
                pause()
            return super().certificate(with_trips=False)

    monkeypatch.setattr(prover, "CapacityCuts", EndlessTrips)
    monkeypatch.setattr(prover, "_MOST_SECONDS", -1.0)
    context, asked = context_of(STAR), count()
    assert list(prove_fleet(context, lambda: next(asked) > 100)) == []
    assert next(asked) > 100
    assert context.lower_bound is not None


def test_nothing_is_claimed_for_balance_or_without_memory() -> None:
    balanced = context_of(STAR.replace(objective="balance", count=2))
    assert list(prove_fleet(balanced, lambda: False)) == []
    poor = context_of(STAR, memory=10.0)
    assert list(prove_fleet(poor, lambda: False)) == []
    assert balanced.lower_bound is poor.lower_bound is None


def test_a_search_with_a_bound_states_it() -> None:
    streets = [(0, node, 3.0, 2.0) for node in range(1, 15)]
    star = Instance.from_edges(streets, depot=0, capacity=5.0, curb_weight=1.0, load_factor=0.0)
    result = arcload.solve(star, iterations=3000, threads=1)
    assert (result.cost, result.status) == (84, "optimal")
    assert result.certificate is not None
    assert result.certificate.kind == "capacity-cuts"


def test_a_short_run_on_many_nodes_proves_nothing() -> None:
    city = arcload.generate("city", edges=300, seed=1)
    fleet = city.replace(capacity=city.total_demand / 5)
    context = FleetContext(KernelFleet.of(fleet), MaxTime(0.01))
    assert list(prove_fleet(context, lambda: False)) == []
    assert context.lower_bound is None
