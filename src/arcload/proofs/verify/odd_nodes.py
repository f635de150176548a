"""The nodes at which a deadhead must begin or end."""

import numpy as np

from arcload.engine.problem import Problem


def odd_nodes(problem: Problem) -> list[int]:
    """Return the nodes with an odd number of ends of served edges.

    Start and end count as one more end each; where one is free it is a node -1 of its own.
    """
    places = [problem.start, problem.end]
    ends = [*problem.arrays.entry.ravel().tolist(), *(place for place in places if place >= 0)]
    odd = np.flatnonzero(np.bincount(ends, minlength=1) % 2)
    return [-1] * places.count(-1) + [int(node) for node in odd]
