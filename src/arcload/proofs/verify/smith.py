"""Smith's rule and a postman's least deadhead."""

import math
from collections import Counter

import numpy as np

from arcload.model.certificate import Certificate
from arcload.model.errors import CheckError
from arcload.model.types import FloatArray
from arcload.proofs.verify.delivery import Delivery
from arcload.proofs.verify.odd_nodes import odd_nodes
from arcload.proofs.verify.validation import TOLERANCE, numbers, whole_numbers


def by_smith(delivery: Delivery, certificate: Certificate) -> float:
    """Return W * (sum of d + sum of p) + Smith's value, d being the lesser length of each edge.

    A tour costs W * length + sum of q * t, t being the way to the middle of each edge. Without
    deadheads sum of q * t is least by falling q / d; deadheads only add to it. The deadheads
    join the odd nodes in pairs, and p[i] + p[j] <= distance of i and j, so sum of p is no more
    than their length.
    """
    q, d = delivery.q, delivery.length.min(axis=1)
    length = math.fsum(d) + _least_deadhead(delivery, certificate)
    with np.errstate(divide="ignore", invalid="ignore"):  # both may be 0; d / q might overflow
        order = np.argsort(np.log(d) - np.log(q))
    t = np.cumsum(d[order]) - d[order] / 2
    return delivery.W * length + math.fsum(q[order] * t)


def _least_deadhead(delivery: Delivery, certificate: Certificate) -> float:
    """Return the sum of the potentials, each lowered by half of what any pair is too great."""
    given = [
        () if value is None else value for value in (certificate.nodes, certificate.potentials)
    ]
    nodes = whole_numbers(given[0], None, "the nodes")
    potentials = numbers(given[1], (len(nodes),), "the potentials")
    if len(nodes) == 0 and (delivery.W == 0 or delivery.size == 0):
        return 0.0
    odd, listed = Counter(odd_nodes(delivery)), Counter(nodes.tolist())
    for node in odd - listed:
        raise CheckError(f"node {node} is odd and is missing among the nodes")
    for node in listed - odd:
        raise CheckError(f"node {node} is listed too often: each odd node is listed once, no other")
    if len(nodes) == 0:
        return 0.0
    between = _either_way(delivery.D)[np.ix_(nodes, nodes)]
    between[nodes < 0, :] = between[:, nodes < 0] = 0.0
    np.fill_diagonal(between, np.inf)
    excess = potentials[:, None] + potentials - between
    allowed = np.abs(potentials[:, None]) + np.abs(potentials) + between
    if (excess > TOLERANCE * allowed).any():
        i, j = np.unravel_index(int(excess.argmax()), excess.shape)
        raise CheckError(
            f"the potentials of nodes {nodes[i]} and {nodes[j]} sum up to "
            f"{potentials[i] + potentials[j]}, more than their distance {between[i, j]}"
        )
    return math.fsum(potentials) - len(nodes) * max(0.0, float(excess.max())) / 2


def _either_way(D: FloatArray) -> FloatArray:
    """Return the shortest distances where every drive may be made in its shorter direction.

    By Floyd and Warshall; distances that are the same both ways are shortest already.
    """
    shorter = np.minimum(D, D.T)
    if not np.allclose(D, D.T, rtol=1e-12, atol=0.0):
        for middle in range(len(D)):
            np.minimum(shorter, shorter[:, middle, None] + shorter[middle], out=shorter)
    return shorter
