"""A driving made shorter by the search for cheap tours, of a vehicle whose load weighs nothing."""

import math
from contextlib import suppress

import numpy as np

from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.run import OverError
from arcload.engine.stop import AnyOf, MaxIterations, MaxTime
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.solving.postman.cutting_planes import Driving
from arcload.solving.postman.euler import Drive

_HEAVY = 1e9  # curb weight of a vehicle, in its loads, for which only the length counts
_ITERATIONS = 50_000


def without_load(instance: Instance) -> Instance:
    """Return an instance of which the cheapest tours are the shortest ones of another.

    Its unit of length is another one, so that no cost is too large for numbers.
    """
    lengths = instance.lengths
    longest = lengths.max(initial=0.0, where=np.isfinite(lengths))
    return instance.replace(
        lengths=np.ldexp(lengths, -math.frexp(longest)[1]),
        demands=(instance.demands > 0).astype(np.float64),
        curb_weight=_HEAVY * len(instance.served),
        load_factor=1.0,
        capacity=None,
    )


def searched(instance: Instance, driving: Driving, seconds: float) -> Driving:
    """Return a driving that a search found shorter than one, or that one.

    The same driving has the same answer, unless time runs out.

    Parameters
    ----------
    instance
        The network.
    driving
        A driving that serves all streets.
    seconds
        Time for the search.
    """
    from arcload.engine.kernels.sequence import search_space
    from arcload.solving.methods.auto import DEFAULT, search_long

    problem = Problem.of(without_load(instance))
    if problem.size < 2:
        return driving
    stop = AnyOf(MaxIterations(_ITERATIONS), MaxTime(seconds))
    context = Context(problem, stop, prove=False)
    walk = driving.walk(instance)
    served = dict.fromkeys(edge for edge, _ in walk if instance.demands[edge] > 0)
    context.offer_order(problem.order_of(list(served)))
    with suppress(OverError):
        search_long(context, search_space(problem, context.pause), DEFAULT, lambda: None)
    assert context.best is not None
    found = Driving.of(instance, drives_of(problem.plan(context.best)))
    return found if found.length(instance) < driving.length(instance) else driving


def drives_of(plan: Plan) -> list[Drive]:
    """Return what a tour drives, step by step."""
    instance = plan.instance
    return [(instance.edge_index(step.edge), (step.direction or 1) - 1) for step in plan.walk]
