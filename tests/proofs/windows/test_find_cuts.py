"""Cuts that a mean walk breaks, by as much as it is said."""

import numpy as np

from arcload.engine.kernels.relaxation import cheapest_walk
from arcload.proofs.verify.delivery import delivery_of
from arcload.proofs.verify.tolls import require_cuts
from arcload.proofs.windows.find_cuts import find_cuts
from arcload.proofs.windows.mean_walk import MeanWalk
from tests.proofs.test_relaxation import relax
from tests.random_instances import random_instance


def test_a_walk_breaks_a_cut_by_the_slope_of_its_multiplier() -> None:
    """And every cut that is found is one that tours obey."""
    found = 0
    for seed in range(30):
        instance, _ = random_instance(np.random.default_rng([5, seed]))
        relaxation = relax(instance, levels=12)
        top, start = relaxation.levels.top, len(relaxation.grid.home) - 1
        if top < 3:
            continue
        steps = cheapest_walk(top, start, relaxation.grid, relaxation.labels)
        walk = MeanWalk(relaxation.grid, np.array([2 * top // 3, top // 3, -1]), 0.0)
        walk.add(steps)
        broken = find_cuts(relaxation.problem, walk, top, 0.1)
        cuts = dict.fromkeys(each.cut for each in broken)
        require_cuts(delivery_of(instance), top, tuple(cuts))
        relaxation.set_cuts(tuple(cuts))
        slope = relaxation.evaluate(relaxation.root())[1]
        again = cheapest_walk(top, start, relaxation.grid, relaxation.labels)
        if not np.array_equal(again, steps):
            continue  # another walk that costs the same
        short = {each.cut: each.short for each in broken}
        assert np.allclose(slope[len(slope) - len(cuts) :], [short[cut] for cut in cuts])
        found += len(cuts)
    assert found > 50
