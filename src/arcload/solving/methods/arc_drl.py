"""A trained policy that builds tours edge by edge (Arc-DRL), greedily or many by chance.

Section 4.3 of the paper, with its network or with ours. It learnt on random networks what a good
next street is; here it is only asked.
"""

from dataclasses import dataclass

import numpy as np

from arcload.engine.context import Context
from arcload.engine.distances import matrix_bytes
from arcload.engine.problem import Problem
from arcload.model.errors import InputError
from arcload.model.types import IntArray
from arcload.solving.methods import greedy


@dataclass(frozen=True)
class Parameters:
    """What can be set.

    Parameters
    ----------
    model
        ``"default"``, ``"paper"`` or a file from ``arcload export-policy``.
    samples
        Tours drawn by chance beside the greedy one, none of them twice; the best counts.
    temperature
        Above 1 chances are more even, below 1 less.
    polish
        How many of the best tours are improved by local search.
    """

    model: str = "default"
    samples: int = 0
    temperature: float = 1.0
    polish: int = 0

    def __post_init__(self) -> None:
        for name in ("samples", "polish"):
            value = getattr(self, name)
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                raise InputError(f"{name} is {value!r}; it must be a whole number, 0 or more")
        warmth = self.temperature
        if not (isinstance(warmth, int | float) and 0 < warmth < 1e6):
            raise InputError(f"temperature is {warmth!r}; it must be above 0")
        if not isinstance(self.model, str):
            raise InputError(f"model is {self.model!r}; it must be a name or a file")


DEFAULT = Parameters()

_KICKS = 20  # of a polished tour, for each of its edges


def run(context: Context, parameters: Parameters = DEFAULT) -> None:
    """Build the tours, and polish the best of them."""
    from arcload.neural.serve.serving import build_tours, load_policy

    built: list[IntArray] = []

    def offer(orders: IntArray) -> None:
        context.iterations += len(orders)
        if parameters.polish:
            built.extend(orders)
        for order in orders:
            context.offer_order(order)

    build_tours(
        load_policy(parameters.model),
        context.problem.without_turns,  # which the policy learnt
        offer,
        samples=parameters.samples,
        temperature=parameters.temperature,
        rng=context.rng,
        should_stop=context.should_stop,
    )
    greedy.build(context)  # one-way streets and turns can leave no tour of the policy possible
    if parameters.polish and context.problem.size > 1:
        for order in _best(context.problem, built, parameters.polish):
            _polish(context, order)


def _best(problem: Problem, orders: list[IntArray], count: int) -> list[IntArray]:
    """Return the cheapest of some orders, each once; none that cannot be driven."""
    from arcload.engine.kernels.direction_program import direction_program

    different = {order.tobytes(): order for order in orders}
    costs = {key: direction_program(order, *problem.arrays)[0] for key, order in different.items()}
    possible = [key for key, cost in costs.items() if np.isfinite(cost)]
    return [different[key] for key in sorted(possible, key=costs.__getitem__)[:count]]


def _polish(context: Context, order: IntArray) -> None:
    """Improve a tour by a chain of local search, with kicks in proportion to its length."""
    from arcload.engine.kernels.chain import new_chain, run_chain
    from arcload.engine.kernels.descent import debugging
    from arcload.engine.kernels.direction_program import direction_program
    from arcload.engine.kernels.sequence import search_space
    from arcload.engine.search.listening import listening_threads
    from arcload.solving.methods.auto import DEFAULT as SEARCH

    size = context.problem.size
    space = search_space(context.problem)
    _, sides = direction_program(order, *context.problem.arrays)
    chain = new_chain(space, order, sides, int(context.rng.integers(1, 2**62)))
    near = np.empty((size, 0), dtype=np.int64)
    how = (SEARCH.window, near, SEARCH.longest, 0, 0, SEARCH.patience * size, 0.0, debugging())
    with listening_threads(context) as call:
        for _ in range(_KICKS):
            if context.should_stop():
                return
            call(run_chain, [(size, *how, chain, space)])
            context.offer_order(chain.best_order)


def memory(nodes: int, size: int) -> int:
    """Return the bytes taken beside the problem: the policy's, or the polishing search's."""
    from arcload.neural.serve.serving import MEMORY

    return max(MEMORY * size**2, 2 * matrix_bytes(nodes))


def warm_up(size: int) -> None:
    """Compile the kernels, on a network of two edges."""
    from arcload.neural.serve.serving import warm_up as warm_up_decoder
    from arcload.solving.methods import auto

    auto.warm_up_search(size)
    warm_up_decoder()
