"""An order cut into routes; what it costs is tested with `split`."""

import numpy as np

from arcload.engine.kernel_fleet import KernelFleet
from arcload.engine.search.cut_order import cut_order
from tests.examples import FOUR_EDGES


def test_a_part_of_the_services_is_cut_in_its_order() -> None:
    problem = KernelFleet.of(FOUR_EDGES.replace(capacity=105))
    plan = cut_order(np.array([0, 3, 1]), problem.fleet)
    assert [arc >> 1 for arc in plan.arcs.tolist() if arc < 8] == [0, 3, 1]
    assert plan.unserved.tolist() == [2]
