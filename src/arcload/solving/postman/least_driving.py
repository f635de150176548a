"""The least driving that serves all streets, by the postman's program in whole numbers."""

import time as clock
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from arcload.model.instance import Instance
from arcload.model.types import IntArray
from arcload.proofs.postman.postman_cuts import PostmanCuts
from arcload.proofs.postman.postman_program import WholeDriving
from arcload.proofs.street_network import StreetNetwork
from arcload.solving.postman.cutting_planes import CLOSE, Driving

_SHARE = 0.7  # of the time, for the linear program
_TAME = 1e6  # of the shortest length, up to which lengths are told apart by the solver


class LeastDriving(NamedTuple):
    """What the postman's program found."""

    driving: Driving | None
    bound: float
    """A length that no tour is below."""
    guess: IntArray | None
    """How often each street is driven in the linear program, rounded."""


def least_driving(instance: Instance, seconds: float) -> LeastDriving:
    """Return the least driving, as far as the time reaches.

    It is proven if the bound of the linear program, computed without rounding, is as long; or if
    HiGHS has closed its branch and bound, and lengths differ by six digits at most: it keeps to
    tolerances that could hide more.
    """
    network = StreetNetwork.of(instance)
    began = clock.perf_counter()
    cuts = PostmanCuts(network)
    cuts.tighten(began + _SHARE * seconds)
    bound = cuts.bound()
    if bound is None:
        return LeastDriving(None, 0.0, None)
    crossings = np.bincount(network.street, bound.services + bound.deadheads, network.streets)
    guess = np.maximum(network.served, np.rint(crossings)).astype(np.int64)
    whole = cuts.whole(began + seconds) if cuts.complete else None
    driving = None if whole is None else _driving(instance, network, whole)
    if whole is None or driving is None:
        return LeastDriving(None, bound.length, guess)
    length = driving.length(instance)
    proven = Fraction(bound.length) >= length * (1 - CLOSE) or (whole.closed and _is_tame(network))
    return LeastDriving(
        Driving(driving.times, driving.start, proven),
        float(length) if proven else bound.length,
        guess,
    )


def _driving(instance: Instance, network: StreetNetwork, whole: WholeDriving) -> Driving | None:
    """Return the crossings of a solution; None if rounding has spoilt it."""
    driven = np.rint(whole.services + whole.deadheads).astype(np.int64)
    surplus = np.bincount(network.tail, driven, network.nodes)
    surplus -= np.bincount(network.head, driven, network.nodes)
    starts, ends = np.rint(whole.starts), np.rint(whole.ends)
    if not np.array_equal(surplus, starts - ends) or starts.sum() != 1 or ends.sum() != 1:
        return None
    times = np.zeros(instance.lengths.shape, dtype=np.int64)
    times[network.street, network.side] = driven
    start = int(np.argmax(ends if instance.mode == "collect" else starts))
    part = _reached(instance, times.sum(axis=1) > 0, start)
    apart = ~part[instance.ends[:, 0]]
    if (instance.demands[apart] > 0).any():
        return None
    times[apart] = 0  # rounds of length 0 that serve nothing
    return Driving(times, start, proven=False)


def _reached(instance: Instance, used: IntArray, start: int) -> IntArray:
    """Return the nodes that streets in use connect with the start."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    nodes, ends = len(instance.nodes), instance.ends[used]
    graph = csr_array((np.ones(len(ends)), (ends[:, 0], ends[:, 1])), shape=(nodes, nodes))
    labels = connected_components(graph, directed=False)[1]
    reached: IntArray = labels == labels[start]
    return reached


def _is_tame(network: StreetNetwork) -> bool:
    lengths = network.length[network.length > 0]
    return not len(lengths) or float(lengths.max()) <= _TAME * float(lengths.min())
