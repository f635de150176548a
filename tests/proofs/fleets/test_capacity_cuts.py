"""The cut bound against optima."""

from hypothesis import HealthCheck, assume, given, settings

from arcload.model.fleet_problem import FleetProblem
from arcload.proofs.fleets.capacity_cuts import CapacityCuts
from arcload.proofs.fleets.small_fleets import small_optimum
from arcload.proofs.verify.capacity_cuts import check_cut_bound
from tests.fleet_strategies import fleet_problems


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(fleet_problems(most_services=5, limits=False))
def test_the_bound_is_proven_and_no_more_than_the_optimum(problem: FleetProblem) -> None:
    plan = small_optimum(problem)
    assume(plan is not None)
    assert plan is not None
    cuts = CapacityCuts(problem)
    for _ in cuts.run():
        pass
    certificate = cuts.certificate()
    check_cut_bound(problem, certificate)
    assert certificate.bound <= plan.cost * (1 + 1e-12)
