"""The order of a walk's rounds, for a vehicle that is heavy at first."""

from collections.abc import Callable

import numpy as np

from arcload.model.types import FloatArray, IntArray


def by_load(
    streets: IntArray,
    nodes: IntArray,
    lengths: FloatArray,
    demands: FloatArray,
    over: Callable[[], bool] = lambda: False,
) -> tuple[IntArray, float]:
    """Return the crossings of a walk, by their numbers, with its rounds in a better order.

    A walk that passes a node several times makes a round between two visits. The rounds of a node
    can be driven in any order, and not a metre is added: the one that delivers most per metre
    should be the first. Of all nodes in turn, until nothing gets better.

    Parameters
    ----------
    streets
        The street of each crossing.
    nodes
        The nodes of the walk, one more than there are crossings.
    lengths
        The length of each crossing.
    demands
        The demand of each street; it is delivered on the first crossing.
    over
        Asked at each node whether to end; the order so far is returned.

    Returns
    -------
    order, carried
        The numbers of the crossings, and the load times the metres that it is carried.
    """
    walk = np.arange(len(streets))
    loads = _delivered(streets, demands)
    carried = _carried(lengths, loads)
    improved = True
    while improved:
        improved = False
        for node in np.unique(nodes):
            if over():
                return walk, carried
            visits = np.flatnonzero(np.append(nodes[walk], nodes[-1]) == node)
            if len(visits) < 3:
                continue
            other = _in_order(walk, visits, lengths[walk], loads)
            other_loads = _delivered(streets[other], demands)
            less = _carried(lengths[other], other_loads)
            if less < carried * (1 - 1e-12):
                walk, loads, carried, improved = other, other_loads, less, True
    return walk, carried


def _in_order(walk: IntArray, visits: IntArray, lengths: FloatArray, loads: FloatArray) -> IntArray:
    """Return a walk with the rounds between some visits by falling load per length."""
    metres = np.add.reduceat(lengths, visits[:-1])
    metres[-1] = lengths[visits[-2] : visits[-1]].sum()  # not until the end of the walk
    delivered = np.add.reduceat(loads, visits[:-1])
    delivered[-1] = loads[visits[-2] : visits[-1]].sum()
    with np.errstate(over="ignore"):
        density = np.divide(delivered, metres, out=np.full(len(metres), np.inf), where=metres > 0)
    rounds = np.split(walk, visits)
    inner = [rounds[1 + k] for k in np.argsort(-density, kind="stable")]
    return np.concatenate([rounds[0], *inner, rounds[-1]])


def _delivered(streets: IntArray, demands: FloatArray) -> FloatArray:
    """Return what each crossing delivers: all of its street, if it is the first."""
    loads = np.zeros(len(streets))
    first = np.unique(streets, return_index=True)[1]
    loads[first] = demands[streets[first]]
    return loads


def _carried(lengths: FloatArray, loads: FloatArray) -> float:
    """Return how much load is carried how far, up to the end of the street that needs it."""
    return float(np.cumsum(lengths) @ loads)
