"""Search, then a proof: the optimum, or the best tour with the best bound that time allows.

A short search finds a tour; the proof of `arcload.bounds.prover` then shows that none is
cheaper, or finds the one that is. See docs/bounds.md.
"""

from arcload.context import Context
from arcload.methods import auto
from arcload.stop import AnyOf, MaxTime, NoImprovement, Stop

_PATIENCE = 200  # iterations an edge without a better tour after which the search ends
_SHARE = 0.2  # of the time, for the search


def run(context: Context) -> None:
    """Find a tour and prove it."""
    from arcload.bounds.prover import THOROUGH, prove

    search_first(context)
    for _ in prove(context, context.threads, effort=THOROUGH):
        if context.should_stop():
            return


def search_first(context: Context) -> None:
    """Improve the tour for a share of the time, or until it seems to be done."""
    whole, prove = context.stop, context.prove
    limits: list[Stop] = [NoImprovement(_PATIENCE * context.problem.size)]
    if context.max_seconds is not None:
        limits.append(MaxTime(_SHARE * context.max_seconds))
    context.stop, context.prove = AnyOf((whole, *limits)), False
    auto.run(context)
    context.stop, context.prove = whole, prove


def default_limits(size: int) -> tuple[Stop, ...]:
    """Return when to stop where nothing is said: after five minutes."""
    return (MaxTime(300.0),)


def warm_up(size: int) -> None:
    """Compile the kernels that a problem of this size needs."""
    from arcload.bounds.warming import warm_up_proofs

    auto.warm_up(size)
    warm_up_proofs()
