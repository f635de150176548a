"""A walk that is almost as short as can be, soon."""

from collections.abc import Callable

import numpy as np

from arcload.model.instance import Instance
from arcload.proofs.postman.postman_bound import postman_bound
from arcload.proofs.street_network import StreetNetwork
from arcload.solving.postman.cutting_planes import CuttingPlanes
from arcload.solving.postman.euler import Drive, euler_walk
from arcload.solving.postman.load_order import by_load
from arcload.solving.postman.repair import repaired

_SECONDS = 60.0  # for a last program that takes one or two


def short_walk(instance: Instance, over: Callable[[], bool] = lambda: False) -> list[Drive] | None:
    """Return a short walk that serves every street; None if it was over too soon.

    The linear program of the bound says how often to drive each street. On most towns that is
    a shortest tour already; what is still a fraction is rounded and repaired. Of the many orders
    of these crossings it is one that carries the load not far.

    Parameters
    ----------
    instance
        What to serve, without turns.
    over
        Asked now and then whether to end.
    """
    network = StreetNetwork.of(instance)
    bound = postman_bound(network, over)
    if bound is None or over():
        return None
    crossings = np.bincount(
        network.street, bound.services + bound.deadheads, minlength=network.streets
    )
    need = (instance.demands > 0).astype(np.int64)
    driven = np.maximum(need, np.rint(crossings).astype(np.int64))
    driving = CuttingPlanes(instance, repaired(instance, driven)).oriented(_SECONDS)
    if driving is None or over():
        return None
    edges, sides = np.nonzero(driving.times)
    copies = np.repeat(np.column_stack((edges, sides)), driving.times[edges, sides], axis=0)
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        density = instance.demands[copies[:, 0]] / instance.lengths[tuple(copies.T)]
    if instance.mode == "deliver":
        density = -density
    densest = copies[np.argsort(density, kind="stable")]
    walks = [
        _by_load(
            instance, euler_walk(instance.ends, map(tuple, some.tolist()), driving.start), over
        )
        for some in (copies, densest)
    ]
    return min(walks)[1]


def _by_load(
    instance: Instance, walk: list[Drive], over: Callable[[], bool]
) -> tuple[float, list[Drive]]:
    """Return a walk in a better order, after what it carries how far."""
    streets, sides = np.array(walk).T
    nodes = np.append(instance.ends[streets, sides], instance.ends[streets[-1], 1 - sides[-1]])
    lengths = instance.lengths[streets, sides]
    if instance.mode == "collect":  # the same backwards
        walk, streets, nodes, lengths = walk[::-1], streets[::-1], nodes[::-1], lengths[::-1]
    order, carried = by_load(streets, nodes, lengths, instance.demands, over)
    better = [walk[crossing] for crossing in order]
    return carried, better[::-1] if instance.mode == "collect" else better
