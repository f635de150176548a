"""The ants' walks and their pheromone (Appendix D).

State 2 k + s is the edge k served on side s; the state 2 m is the start.
"""

import numpy as np

from arcload.engine.kernels.chance import random_below
from arcload.engine.kernels.compiled import kernel
from arcload.engine.kernels.direction_program import direction_program
from arcload.engine.problem import Arrays
from arcload.model.types import FloatArray, IntArray

_FINE = 2**31


@kernel
def walk(
    tau: FloatArray,
    eta: FloatArray,
    counters: IntArray,
    entry: IntArray,
    edges: IntArray,
    weights: FloatArray,
    states: IntArray,
) -> bool:
    """Sample a sequence of states, an edge each; return whether it got to the last edge.

    The next state y after x has the probability tau[x, y] * eta[x, y] over the sum of these.

    Parameters
    ----------
    tau
        Pheromone from each state, the start last, to each state but the start.
    eta
        Attractiveness from each node, the start last, to each state; below 0 where that
        state must not follow.
    counters
        State of the random generator.
    entry
        Node at which an edge is entered on each side.
    edges, weights
        Room for the edges left and the weights of their states.
    states
        The sequence, filled.
    """
    m = len(edges)
    for k in range(m):
        edges[k] = k
    state, node = 2 * m, len(eta) - 1
    for step in range(m):
        left = m - step
        total, allowed = 0.0, 0
        for i in range(left):
            for side in range(2):
                y = 2 * edges[i] + side
                weight = -1.0
                if eta[node, y] >= 0:
                    weight = tau[state, y] * eta[node, y]
                    total += weight
                    allowed += 1
                weights[2 * i + side] = weight
        if allowed == 0:
            return False
        even = not 0.0 < total < np.inf  # all pheromone evaporated, or steps that cost nothing
        if even:
            total = float(allowed)
        rest = total * random_below(_FINE, counters) / _FINE
        chosen = -1
        for i in range(2 * left):
            weight = weights[i]
            if even and weight >= 0:
                weight = 1.0
            if weight > 0:
                chosen = i
                rest -= weight
                if rest < 0:
                    break
        k, side = edges[chosen // 2], chosen % 2
        edges[chosen // 2] = edges[left - 1]
        state, node = 2 * k + side, entry[k, 1 - side]
        states[step] = state
    return True


@kernel
def send(
    first: int,
    last: int,
    random: IntArray,
    tau: FloatArray,
    eta: FloatArray,
    arrays: Arrays,
    states: IntArray,
    sides: IntArray,
    costs: FloatArray,
) -> None:
    """Let the ants first to last - 1 walk: fill their states, best directions and costs.

    Each has a row of `random` as the state of its random generator. An ant that finds no way
    to an edge left, or none in the end, costs inf.
    """
    m = len(arrays.q)
    edges, order = np.empty(m, dtype=np.int64), np.empty(m, dtype=np.int64)
    weights = np.empty(2 * m)
    for ant in range(first, last):
        costs[ant] = np.inf
        if not walk(tau, eta, random[ant], arrays.entry, edges, weights, states[ant]):
            continue
        for p in range(m):
            order[p] = states[ant, p] // 2
        cost, directed = direction_program(
            order,
            arrays.W,
            arrays.q,
            arrays.entry,
            arrays.length,
            arrays.D,
            arrays.from_start,
            arrays.home,
        )
        if cost < np.inf:
            costs[ant] = cost
            for p in range(m):
                sides[ant, p] = directed[p]


@kernel
def update_pheromone(
    rho: float, C: float, costs: FloatArray, states: IntArray, tau: FloatArray
) -> None:
    """Let a share rho of all pheromone evaporate, and every ant lay C / sqrt(cost) on its way."""
    rows, columns = tau.shape
    for x in range(rows):
        for y in range(columns):
            tau[x, y] *= 1.0 - rho
    for ant in range(len(costs)):
        if 0.0 < costs[ant] < np.inf:
            amount, x = C / np.sqrt(costs[ant]), rows - 1
            for y in states[ant]:
                tau[x, y] += amount
                x = y
