"""The cut bound against optima."""

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
