"""A plan by ``auto`` that costs no more than the shortest one beside it."""

from dataclasses import replace

from arcload.model.checker import check
from arcload.model.claims import TOLERANCE
from arcload.model.plan import Plan
from arcload.model.result import Result
from arcload.solving.compare import Comparison
from arcload.solving.job import DEFAULT_METHOD


def no_dearer(comparison: Comparison) -> Comparison:
    """Return a comparison whose plan, if ``auto`` found it, costs no more than the shortest one.

    A search that was short may not have seen the shortest tour, which can be the cheaper one if the
    vehicle is heavy. Then that is the result. It is for a call that searches and compares: plans
    that were given, and those of other methods, are judged as they are.

    Parameters
    ----------
    comparison
        What was found, beside the shortest plan.
    """
    result, shortest = comparison.solution, comparison.shortest.plan
    if not isinstance(result, Result) or result.method != DEFAULT_METHOD:
        return comparison
    if not comparison.serve_alike or comparison.instance.objective != "cost":
        return comparison
    if result.cost <= shortest.cost * (1 + TOLERANCE):
        return comparison
    today = comparison.today
    if today is not None and not today.same_streets:
        today = replace(today, plan=shortest)
    return replace(comparison, solution=_with_plan(result, shortest), today=today)


def _with_plan(result: Result, plan: Plan) -> Result:
    """Return a result with a plan that was found after it, checked."""
    bound, certificate, cost = result.lower_bound, result.certificate, plan.cost
    status = result.status
    if bound is not None and cost <= bound * (1 + TOLERANCE):
        bound, status = min(bound, cost), "optimal"
        if certificate is not None:
            certificate = replace(certificate, bound=min(certificate.bound, cost))
    better = replace(
        result,
        plan=plan,
        lower_bound=bound,
        status=status,
        certificate=certificate,
        history=(*result.history, (result.seconds, result.iterations, cost)),
        bound_history=tuple((at, min(value, cost)) for at, value in result.bound_history),
    )
    check(better)
    return better
