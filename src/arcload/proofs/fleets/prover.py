"""How the cost of a fleet's plan is bounded, step by step."""

from collections.abc import Callable, Iterator

from arcload.engine.fleet_context import FleetContext
from arcload.model.fleet_problem import FleetProblem
from arcload.proofs.fleets.capacity_cuts import CapacityCuts, cut_bytes

_MOST_SECONDS = 0.5  # for which a run that is over still waits for a certificate
_SECONDS = 2.0  # of search for a thousand nodes, below which nothing is proven
_SHARE = 10.0  # how many times as long as a certificate takes it is not made again


def prove_fleet(context: FleetContext, is_over: Callable[[], bool]) -> Iterator[None]:
    """Raise the bound of a run while it can be, yielding now and then.

    Nothing is proven of a plan that need not be the cheapest, or where memory or time does not
    suffice: on thousands of nodes a step takes seconds, for which a short run would have to wait.

    Parameters
    ----------
    context
        The run.
    is_over
        Returns whether to return.
    """
    instance = context.problem.instance
    problem = FleetProblem.of(instance)
    limit = context.max_seconds
    if (
        instance.objective != "cost"
        or cut_bytes(problem) > context.memory
        or (limit is not None and limit < _SECONDS * (problem.nodes / 1000) ** 2)
    ):
        return
    cuts, pause = CapacityCuts(problem), _Patience(context, is_over)
    last, took = context.seconds, 0.0
    for _ in cuts.run():
        if context.best is not None and context.best.serves_all:
            cuts.cost = context.best.cost
        if context.seconds - last >= _SHARE * took:
            took = _raise_bound(context, cuts, pause)
            last = context.seconds
        if is_over():
            break
        yield
    _raise_bound(context, cuts, pause)


class _TooLateError(Exception):
    """The run is over and has waited long enough."""


class _Patience:
    """Ends the proof of a certificate some time after its run is over."""

    def __init__(self, context: FleetContext, is_over: Callable[[], bool]) -> None:
        self._context, self._is_over = context, is_over
        self._ends: float | None = None

    def __call__(self) -> None:
        if self._ends is None and self._is_over():
            self._ends = self._context.seconds + _MOST_SECONDS
        if self._ends is not None and self._context.seconds > self._ends:
            raise _TooLateError


def _raise_bound(context: FleetContext, cuts: CapacityCuts, pause: _Patience) -> float:
    """Give the run the bound so far; return how long that took."""
    began = context.seconds
    try:
        certificate = cuts.certificate(pause=pause)
    except _TooLateError:
        certificate = cuts.certificate(with_trips=False)
    context.raise_bound(certificate.bound, certificate)
    return context.seconds - began
