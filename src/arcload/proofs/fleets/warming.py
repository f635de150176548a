"""Compiling what bounds of fleets need, so that no bound pays for it."""

from arcload.model.fleet_problem import FleetProblem
from arcload.model.instance import Instance
from arcload.proofs.fleets.capacity_cuts import CapacityCuts


def warm_up_fleet_proofs() -> None:
    """Compile the kernels of the bound, on a star of a few streets."""
    star = [(0, node, float(node), 1.0) for node in range(1, 6)]
    ring = [(node, node % 5 + 1, 1.0, 1.0) for node in range(1, 6)]
    instance = Instance.from_edges(star + ring, depot=0, capacity=3.0, curb_weight=1.0)
    cuts = CapacityCuts(FleetProblem.of(instance))
    for step, _ in enumerate(cuts.run()):
        if step > 20:
            break
    cuts.certificate()
