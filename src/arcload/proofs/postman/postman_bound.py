"""How short a tour can be at the least, whatever is on board."""

import math
import time as clock
from collections.abc import Callable

from arcload.proofs.postman.postman_cuts import PostmanBound, PostmanCuts
from arcload.proofs.street_network import StreetNetwork

__all__ = ["PostmanBound", "postman_bound"]


def postman_bound(
    network: StreetNetwork,
    over: Callable[[], bool] = lambda: False,
    seconds: float = math.inf,
) -> PostmanBound | None:
    """Return the best bound of the linear program with all rules, None if it was over too soon.

    Parameters
    ----------
    network
        The network.
    over
        Asked some hundred times per second whether to end; the best bound so far is returned.
    seconds
        Time it may take.
    """
    cuts = PostmanCuts(network, over)
    cuts.tighten(clock.perf_counter() + seconds)
    return cuts.bound()
