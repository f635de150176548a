"""The result of a run, checked."""

import math
from dataclasses import replace
from typing import Any, cast

from arcload._version import __version__
from arcload.engine.context import Context
from arcload.engine.fleet_context import FleetContext
from arcload.model.certificate import Certificate
from arcload.model.checker import check
from arcload.model.errors import CheckError, NoTourError
from arcload.model.notes import Note
from arcload.model.plan import Plan
from arcload.model.result import Result, Status
from arcload.model.tour import Tour
from arcload.proofs.bound_notes import bound_notes


def checked_result(
    context: Context | FleetContext, method: str, *, notes: tuple[Note, ...] = (), **others: Any
) -> Result:
    """Return the best plan of a run, checked.

    Parameters
    ----------
    context
        The run; it is over.
    method
        Name of the method.
    notes
        What the user should know.
    others
        What else a `Result` holds and the run does not know.
    """
    record = context.record
    if record.best is None:
        raise NoTourError(f"{method} was stopped before it had a tour; give it more time")
    cost = record.best.cost
    if isinstance(context, Context) and context.problem.size <= 1:
        # The direction program has tried both directions.
        context.raise_bound(cost, Certificate("subsets", cost))
    plan: Plan = context.problem.plan(record.best)  # type: ignore[arg-type]  # of its own kind
    if not math.isclose(plan.cost, cost, rel_tol=1e-9, abs_tol=1e-9 * plan.length):
        raise CheckError(f"{method} states cost {cost!r}; its plan's is {plan.cost!r}")
    if plan.unserved or plan.instance.objective != "cost":
        record.drop_bound()  # it is for plans that serve all at least cost
    _settle(context, plan.cost)
    status = _status(context)
    if record.certificate is not None and status != "optimal":
        notes += bound_notes(plan.instance, record.certificate.kind)
    result = Result(
        plan=cast(Tour, plan),
        method=method,
        lower_bound=record.lower_bound,
        status=status,
        iterations=record.iterations,
        version=__version__,
        history=tuple(record.history),
        bound_history=tuple(record.bound_history),
        certificate=record.certificate,
        notes=notes,
        **others,
    )
    check(result)
    return result


def _settle(context: Context | FleetContext, cost: float) -> None:
    """Put the plan's own cost in place of the kernels', which rounding may have changed."""
    record = context.record
    assert record.best is not None
    record.best = record.best._replace(cost=cost)
    last = record.history[-1][:2]
    # What cost less was a plan that left more out, or had a longer route where that counts.
    earlier = [(s, i, max(c, cost)) for s, i, c in record.history[:-1] if c > cost * (1 - 1e-9)]
    record.history[:] = [*earlier, (*last, cost)]
    certificate = record.certificate
    if certificate is not None and certificate.bound > cost:
        record.certificate = replace(certificate, bound=cost)
        record.lower_bound = cost
        record.bound_history[:] = [(s, min(cost, bound)) for s, bound in record.bound_history]


def _status(context: Context | FleetContext) -> Status:
    if context.proven():
        return "optimal"
    return "interrupted" if context.interrupted else "feasible"
