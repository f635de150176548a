"""The best directions for a given order."""

from collections.abc import Iterable

import numpy as np

from arcload.engine.problem import Problem
from arcload.model.arguments import require, shown
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.tour import Tour, require_one_tour
from arcload.model.types import Id


def best_directions(instance: Instance, order: Iterable[Id]) -> Tour:
    """Return the cheapest tour that serves the edges in this order.

    Every edge is driven in the direction that the dynamic program of the paper's Appendix A
    finds best, over all 2^m choices.

    Parameters
    ----------
    instance
        The instance.
    order
        Ids of its served edges, each once.
    """
    from arcload.engine.kernels.direction_program import direction_program

    require(instance, "instance", Instance)
    require_one_tour(instance, "the program of the best directions")
    if not isinstance(order, Iterable):
        raise InputError(f"the order is {shown(order)}; it must name the served edges")
    problem = Problem.of(instance)
    edges = [instance.edge_index(edge) for edge in order]
    if sorted(edges) != instance.served.tolist():
        raise InputError(
            f"the order must name each of the {problem.size} served edges once; it has {len(edges)}"
        )
    numbers = problem.order_of(edges)
    cost, sides = direction_program(numbers, *problem.arrays)
    if not np.isfinite(cost) and problem.size:
        rules = " with these turn rules" if instance.has_turns else ""
        raise InputError(f"no tour serves the edges in this order along the one-way streets{rules}")
    return problem.tour(numbers, sides)
