"""How the cost of a fleet's plan is bounded, step by step."""

from collections.abc import Callable, Iterator

from arcload.engine.fleet_context import FleetContext
from arcload.model.fleet_problem import FleetProblem
from arcload.proofs.fleets.capacity_cuts import CapacityCuts, cut_bytes

_MOST_SECONDS = 1.0  # of a certificate for which a run that is over still waits
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
    cuts = CapacityCuts(problem)
    last, took = context.seconds, 0.0
    for _ in cuts.run():
        if context.best is not None and context.best.serves_all:
            cuts.cost = context.best.cost
        if context.seconds - last >= _SHARE * took:
            took = _raise_bound(context, cuts)
            last = context.seconds
        if is_over():
            if took > _MOST_SECONDS:
                return
            break
        yield
    _raise_bound(context, cuts)


def _raise_bound(context: FleetContext, cuts: CapacityCuts) -> float:
    """Give the run the bound so far; return how long that took."""
    began = context.seconds
    certificate = cuts.certificate()
    context.raise_bound(certificate.bound, certificate)
    return context.seconds - began
