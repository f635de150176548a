"""Chains of iterated local search over the whole tour, one per thread."""

from collections.abc import Callable

import numpy as np

from arcload.engine.context import Context
from arcload.engine.kernels.chain import STALE, Chain, best_sides, new_chain, run_chain
from arcload.engine.kernels.descent import debugging, wake_all
from arcload.engine.kernels.sequence import Space, set_tour
from arcload.engine.search.common_tour import Tour, join, kept_tour
from arcload.engine.search.heat import Heat
from arcload.engine.search.listening import listening_threads
from arcload.engine.search.windows import nearest_edges
from arcload.model.types import IntArray

_STEPS = 20_000  # a round is about as many edges kicked and mended in each chain
_LEAST_STEPS = 100  # iterations of a round on long tours, which take ten milliseconds or more


def search_whole(
    context: Context,
    space: Space,
    *,
    window: int,
    longest: int,
    patience: int,
    neighbours: int = 0,
    nearby: int = 0,
    reinserted: int = 0,
    warm: bool = False,
    elsewhere: Callable[[], IntArray | None] = lambda: None,
) -> None:
    """Improve the context's best tour until it says stop.

    Every thread has a chain of its own. After each round of a fixed number of iterations the
    chains learn the best tour of all, from which they start again when they are stuck. As long as
    tours may become dearer all chains work on one tour, and what each of them changed in a round
    is joined. The result depends on the number of threads and iterations alone.

    Parameters
    ----------
    context
        The run; it has a tour already.
    space
        The problem.
    window, longest
        As in `run_chain`.
    patience
        Iterations per edge without improvement after which a chain starts again.
    neighbours, nearby, reinserted
        As `search_windows` takes them. Without neighbours the window must reach everything that
        pays.
    warm
        Whether a chain may go on from a dearer tour, by the `Heat` of the run.
    elsewhere
        Asked in every round for an order that was found elsewhere, such as that of a short tour.
        One of the chains goes on from it.
    """
    size = context.problem.size
    near = nearest_edges(space, neighbours, context.pause)
    chains = [_chain(context, space) for _ in range(context.threads)]
    how = (window, near, longest, nearby, reinserted, patience * size)
    heat, cold = Heat(context, space), True
    common: Tour | None = None
    with listening_threads(context) as call:
        while not context.should_stop():
            found = elsewhere()
            if found is not None:
                _go_on_from(found, max(chains, key=lambda chain: float(chain.costs[0])), space)
                common = None  # until all go back to the best tour, it is mended on its own
            dearer = heat.dearer() if warm else 0.0
            if warm and (heat.goes_back() or (cold and dearer > 0.0)):
                for chain in chains:
                    _go_on_from(chain.best_order, chain, space)
                common = kept_tour(chains[0])
            cold = dearer <= 0.0
            a_round = max(_LEAST_STEPS if warm else 10, _STEPS // size)
            shares = context.share(a_round, len(chains))
            pairs = zip(shares, chains, strict=True)
            calls = [(steps, *how, dearer, debugging(), chain, space) for steps, chain in pairs]
            call(run_chain, calls)
            if common is not None and not cold and len(chains) > 1:
                common = join(chains, common, space)
            best = _best(chains)
            context.offer_order(best.best_order)
            for chain in chains:
                _learn(chain, best)


def _chain(context: Context, space: Space) -> Chain:
    assert context.best is not None
    seed = int(context.rng.integers(1, 2**62))
    return new_chain(space, context.best.order, context.best.sides, seed)


def _best(chains: list[Chain]) -> Chain:
    return min(chains, key=lambda chain: float(chain.costs[1]))


def _go_on_from(found: IntArray, chain: Chain, space: Space) -> None:
    """Let a chain go on from an order, in its best directions; its best tour is kept."""
    np.copyto(chain.kept_order, found)
    np.copyto(chain.kept_sides, best_sides(found, space)[1])
    chain.costs[0] = set_tour(chain.kept_order, chain.kept_sides, chain.work, space)
    chain.counters[STALE] = 0
    wake_all(chain.work)


def _learn(chain: Chain, best: Chain) -> None:
    if best.costs[1] < chain.costs[1]:
        np.copyto(chain.best_order, best.best_order)
        np.copyto(chain.best_sides, best.best_sides)
        chain.costs[1] = best.costs[1]
