"""The cut bound against optima."""

import pytest
from hypothesis import HealthCheck, assume, given, settings

from arcload import Instance
from arcload.model.fleet_problem import FleetProblem
from arcload.proofs.fleets.capacity_cuts import CapacityCuts
from arcload.proofs.fleets.small_fleets import small_optimum
from arcload.proofs.verify import verify
from tests.fleet_strategies import fleets


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(fleets(most_services=5, limits=False))
def test_the_bound_is_proven_and_no_more_than_the_optimum(instance: Instance) -> None:
    problem = FleetProblem.of(instance)
    plan = small_optimum(problem)
    assume(plan is not None)
    assert plan is not None
    cuts = CapacityCuts(problem)
    cuts.cost = plan.cost
    for _ in cuts.run():
        pass
    certificate = cuts.certificate()
    assert verify(instance, certificate) == certificate.bound
    assert certificate.bound <= plan.cost * (1 + 1e-12)


class TooLateError(Exception):
    """What the caller ends the work with."""


def test_the_proof_of_trips_can_be_ended_and_left_out() -> None:
    streets = [(0, node, 3.0, 2.0) for node in range(1, 6)]
    problem = FleetProblem.of(Instance.from_edges(streets, depot=0, capacity=5.0, curb_weight=1.0))
    cuts = CapacityCuts(problem)
    for _ in cuts.run():
        pass

    def too_late() -> None:
        raise TooLateError

    with pytest.raises(TooLateError):
        cuts.certificate(pause=too_late)
    alone, both = cuts.certificate(with_trips=False, pause=too_late), cuts.certificate()
    assert alone.cuts is not None
    assert alone.cuts.service_prices is None
    assert 0 < alone.bound <= both.bound
