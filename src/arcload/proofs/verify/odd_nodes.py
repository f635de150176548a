"""The nodes at which a deadhead must begin or end."""

import numpy as np

from arcload.proofs.verify.delivery import Delivery


def odd_nodes(delivery: Delivery) -> list[int]:
    """Return the nodes with an odd number of ends of served edges.

    Start and end count as one more end each; where one is free it is a node -1 of its own.
    """
    places = [delivery.start, delivery.end]
    ends = [*delivery.entry.ravel().tolist(), *(place for place in places if place >= 0)]
    odd = np.flatnonzero(np.bincount(ends, minlength=1) % 2)
    return [-1] * places.count(-1) + [int(node) for node in odd]
