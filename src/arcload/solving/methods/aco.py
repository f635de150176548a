"""Ant colony optimisation (ACO): ants sample tours, and lay pheromone on those that are cheap.

Algorithm "ACO for CPP-LC" in the paper's section 5, with Appendix D.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from arcload.engine.context import Context
from arcload.engine.problem import Arrays
from arcload.engine.solution import Solution
from arcload.model.errors import InputError, counted
from arcload.model.types import FloatArray
from arcload.solving.methods import greedy
from arcload.solving.methods._paper import (
    PaperParameters,
    between,
    iterations,
    one_of,
    random_states,
    small_context,
    whole,
    workers,
)


@dataclass(frozen=True)
class Parameters(PaperParameters):
    """What can be set, by the paper's symbols.

    Parameters
    ----------
    k_max
        Iterations, unless the user limits them.
    p_max
        Ants.
    rho
        Share of the pheromone that evaporates in an iteration.
    C
        An ant with a tour of cost z lays C / sqrt(z) on each of its steps.
    epsilon
        Pheromone at the start.
    eta
        ``"paper"``: a step attracts by the root of its cost; ``"inverse"``: by one over it.
    memory_gb
        Most memory for pheromone and attractiveness.
    """

    p_max: int = 10
    rho: float = 0.8
    C: float = 1.0
    epsilon: float = 0.001
    eta: Literal["paper", "inverse"] = "paper"
    memory_gb: float = 2.0

    def __post_init__(self) -> None:
        super().__post_init__()
        whole(1, p_max=self.p_max)
        between(0, 1, rho=self.rho)
        between(0, 1e9, C=self.C, epsilon=self.epsilon, memory_gb=self.memory_gb)
        one_of(("paper", "inverse"), eta=self.eta)


DEFAULT = Parameters()


def run(context: Context, parameters: Parameters = DEFAULT) -> None:
    """Send p_max ants k_max times."""
    from arcload.engine.kernels.ants import send, update_pheromone

    arrays, m, ants = context.problem.arrays, context.problem.size, parameters.p_max
    _check_memory(parameters, m, len(arrays.D))
    greedy.build(context)
    tau = np.full((2 * m + 1, 2 * m), parameters.epsilon)
    eta = attractiveness(arrays, inverse=parameters.eta == "inverse")
    states, sides = np.zeros((2, ants, m), dtype=np.int64)
    costs, random = np.empty(ants), np.empty((ants, 1), dtype=np.int64)
    shares = np.linspace(0, ants, min(context.threads, ants) + 1).astype(int).tolist()

    def walk(first: int, last: int) -> None:
        send(first, last, random, tau, eta, arrays, states, sides, costs)

    with workers(context, ants) as each:
        for _ in iterations(context, parameters.k_max):
            random[:] = random_states(context, ants)
            list(each(walk, shares[:-1], shares[1:]))
            ant = int(costs.argmin())
            context.offer(Solution(costs[ant], states[ant] // 2, sides[ant]))
            update_pheromone(parameters.rho, parameters.C, costs, states, tau)


def attractiveness(arrays: Arrays, *, inverse: bool) -> FloatArray:
    """Return eta from each node, the start last, to each state; -1 where there is no way.

    From a node it is the root of (W + q) * D + (W + q / 2) * d, with D the distance to the
    edge, d its length and q its demand; from the start W + Q and W + Q - q / 2 stand there.
    A state's attractiveness depends on the state before through its last node alone.
    """
    n, q, Q = len(arrays.D), np.repeat(arrays.q, 2), arrays.q.sum()
    enter, length = arrays.entry.ravel(), arrays.length.ravel()
    eta = np.empty((n + 1, len(enter)))
    np.take(arrays.D, enter, axis=1, out=eta[:n])
    eta[n] = arrays.from_start[enter]
    eta[:n] *= arrays.W + q
    eta[:n] += (arrays.W + q / 2) * length
    eta[n] *= arrays.W + Q
    eta[n] += (arrays.W + Q - q / 2) * length
    np.sqrt(eta, out=eta)
    barred = ~np.isfinite(eta)
    if inverse:
        least = eta[eta > 0].min(initial=1.0)  # a step that costs nothing attracts, not for ever
        np.divide(1, np.maximum(eta, least / 1000), out=eta)
    eta[barred] = -1
    return eta


def _check_memory(parameters: Parameters, m: int, n: int) -> None:
    needed = memory(n, m) / 1e9
    if needed > parameters.memory_gb:
        raise InputError(
            f"aco needs {needed:.1f} GB for the pheromone of {counted(m, 'served edge')}, more "
            f"than its limit of {parameters.memory_gb:g} GB; choose another method"
        )


def memory(nodes: int, size: int) -> int:
    """Return the bytes that pheromone and attractiveness take beside the problem."""
    return 8 * (2 * size + 1 + nodes + 1) * 2 * size


def warm_up(size: int) -> None:
    """Compile the kernels."""
    run(small_context(), Parameters(k_max=1))
