"""Bounds on the way driven at every load that count services alone."""

import numpy as np

from arcload.proofs.envelope.scale import Scale
from arcload.proofs.envelope.whole_postman import services_alone
from arcload.proofs.envelope.whole_tangent import MOST, WholeTangent
from arcload.proofs.street_network import StreetNetwork

_COUNT = 32  # at most, at equal shares of the load


def service_tangents(network: StreetNetwork, scale: Scale) -> list[WholeTangent]:
    """Return bounds that are known at once: the streets with most load a metre, without deadheads.

    Each street is served in its shorter direction. All prices but the slope are 0.

    Parameters
    ----------
    network
        The network.
    scale
        The units.
    """
    served = np.flatnonzero(scale.q > 0)
    length, q = services_alone(network, scale).services[served], scale.q[served]
    slopes = length // q
    order = np.argsort(slopes, kind="stable")
    delivered = np.cumsum(q[order])
    shares = (np.arange(_COUNT) + 1) / _COUNT
    at = np.searchsorted(delivered, shares * scale.total).clip(max=len(served) - 1)
    tangents = []
    for slope in np.unique(slopes[order[at]]).tolist() if len(served) else []:
        if slope * scale.total >= MOST:
            break
        services = np.zeros(network.streets, dtype=np.int64)
        services[served] = np.minimum(0, length - slope * q)
        nothing = np.zeros(network.nodes, dtype=np.int64)
        none = np.empty(0, dtype=np.int64)
        tangents.append(WholeTangent(slope, int(services.sum()), nothing, nothing, none, services))
    return tangents
