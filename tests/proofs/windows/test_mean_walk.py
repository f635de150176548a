"""The mean of walks, by hand."""

import numpy as np

from arcload import Instance
from arcload.proofs.windows.mean_walk import MeanWalk
from tests.proofs.test_relaxation import relax


def test_a_street_there_and_back_in_two_layers() -> None:
    """Two edges in a row from the depot, served outwards, then home: 2 levels, a border at 1."""
    grid = relax(Instance.from_edges([(1, 2, 3, 1), (2, 3, 4, 1)], depot=1)).grid
    steps = [int(np.flatnonzero((grid.edge == e) & (grid.tail == e))[0]) for e in (0, 1)]
    walk = MeanWalk(grid, np.array([1, -1]), 0.5)
    for _ in range(2):
        walk.add(np.array(steps))
    assert walk.weight == 0.75
    assert (walk.served / walk.weight).tolist() == [[1, 0], [0, 1]]
    assert (walk.passed / walk.weight).tolist() == [[1, 0, 0], [0, 1, 0], [1, 0, 0]]
    driven = walk.driven / walk.weight
    assert driven[1, 2, 0] == driven[1, 0, 2] == 1
