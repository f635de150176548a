"""Search, then a proof: the optimum, or the best tour with the best bound that time allows.

A short search finds a tour; the proof of `arcload.proofs.prover` then shows that none is
cheaper, or finds the one that is. See docs/bounds.md.
"""

import time
from contextlib import suppress
from dataclasses import dataclass

from arcload.engine.context import Context
from arcload.engine.events import PROVING
from arcload.engine.fleet_context import FleetContext
from arcload.engine.run import OverError
from arcload.engine.stop import MaxTime, NoImprovement, Stop
from arcload.model.errors import InputError
from arcload.proofs.tiny import MOST_EDGES
from arcload.solving.methods import auto, greedy

_PATIENCE = 200  # iterations an edge without a better tour after which the search ends


@dataclass(frozen=True)
class Parameters:
    """What can be set.

    Parameters
    ----------
    share
        Share of the time that the search may take before the proof begins.
    """

    share: float = 0.2

    def __post_init__(self) -> None:
        if not isinstance(self.share, int | float) or not 0 <= self.share <= 1:
            raise InputError(f"share is {self.share!r}; it must be between 0 and 1")


DEFAULT = Parameters()


def run(context: Context, parameters: Parameters = DEFAULT) -> None:
    """Find a tour and prove it."""
    from arcload.proofs.prover import THOROUGH, prove

    _search_first(context, parameters.share)
    over = context.over_but_for_iterations
    context.enter(PROVING)
    for _ in prove(context, context.threads, THOROUGH, over):
        if over():
            return


def run_fleet(context: FleetContext, parameters: Parameters = DEFAULT) -> None:
    """Find a plan of a fleet and prove it."""
    from arcload.proofs.fleets.prover import prove_fleet

    small = context.problem.size <= auto.MOST_SERVICES
    if small or parameters.share > 0 or context.best is None:
        limits: list[Stop] = []
        if context.max_seconds is not None:
            limits.append(MaxTime(parameters.share * context.max_seconds))
        with suppress(OverError):
            auto.run_fleet(context.within(*limits, prove=small))
    over = context.over_but_for_iterations
    context.enter(PROVING)
    for _ in prove_fleet(context, over):
        if over():
            return


def _search_first(context: Context, share: float) -> None:
    """Improve the tour for a share of the time, or until it seems to be done."""
    greedy.build(context)
    if share == 0:
        return
    limits: list[Stop] = [NoImprovement(_PATIENCE * context.problem.size)]
    if context.max_seconds is not None:
        limits.append(MaxTime(share * context.max_seconds))
    with suppress(OverError):
        auto.run(context.within(*limits, prove=False))


memory = auto.memory


def default_limits(size: int) -> tuple[Stop, ...]:
    """Return when to stop where nothing is said: after five minutes."""
    return (MaxTime(300.0),)


def warm_up(size: int) -> None:
    """Compile the kernels that a problem of this size needs."""
    from arcload.proofs.warming import compiling, warm_up_proofs

    auto.warm_up(max(size, MOST_EDGES + 1))
    while compiling():
        time.sleep(0.05)
    warm_up_proofs()


def warm_up_fleet(size: int) -> None:
    """Compile the kernels that a fleet of this size needs."""
    from arcload.proofs.fleets.warming import warm_up_fleet_proofs
    from arcload.proofs.warming import compiling

    auto.warm_up_fleet(size)
    while compiling():
        time.sleep(0.05)
    warm_up_fleet_proofs()
