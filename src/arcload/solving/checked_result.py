"""The result of a run, checked."""

import math
from dataclasses import replace
from typing import Any

from arcload._version import __version__
from arcload.engine.context import Context
from arcload.model.certificate import Certificate
from arcload.model.checker import check
from arcload.model.errors import CheckError, NoTourError
from arcload.model.result import Result, Status


def checked_result(context: Context, method: str, **others: Any) -> Result:
    """Return the best tour of a run, checked.

    Parameters
    ----------
    context
        The run; it is over.
    method
        Name of the method.
    others
        What else a `Result` holds and the run does not know.
    """
    problem = context.problem
    if context.best is None:
        raise NoTourError(f"{method} was stopped before it had a tour; give it more time")
    if problem.size <= 1:  # the direction program has tried both directions
        context.raise_bound(context.best.cost, Certificate("subsets", context.best.cost))
    cost, order, sides = context.best
    tour = problem.tour(order, sides)
    if not math.isclose(tour.cost, cost, rel_tol=1e-9, abs_tol=1e-9 * tour.length):
        raise CheckError(f"{method} states cost {cost!r}; its tour's is {tour.cost!r}")
    _settle(context, tour.cost)
    record = context.record
    result = Result(
        plan=tour,
        method=method,
        lower_bound=record.lower_bound,
        status=_status(context),
        iterations=record.iterations,
        version=__version__,
        history=tuple(record.history),
        bound_history=tuple(record.bound_history),
        certificate=record.certificate,
        **others,
    )
    check(result)
    return result


def _settle(context: Context, cost: float) -> None:
    """Put the tour's own cost in place of the kernels', which rounding may have changed."""
    record = context.record
    assert record.best is not None
    record.best = record.best._replace(cost=cost)
    record.history[:] = [(s, i, max(cost, best)) for s, i, best in record.history[:-1]] + [
        (*record.history[-1][:2], cost)
    ]
    certificate = record.certificate
    if certificate is not None and certificate.bound > cost:
        record.certificate = replace(certificate, bound=cost)
        record.lower_bound = cost
        record.bound_history[:] = [(s, min(cost, bound)) for s, bound in record.bound_history]


def _status(context: Context) -> Status:
    if context.proven():
        return "optimal"
    return "interrupted" if context.interrupted else "feasible"
