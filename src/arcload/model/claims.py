"""What a plan or a file states of itself, held against what the check found."""

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from arcload.model.errors import CheckError

if TYPE_CHECKING:
    from arcload.model.checker import Checked
    from arcload.model.result import Result

TOLERANCE = 1e-9
"""By which share a figure may differ from the true one."""

TOTALS = (
    *("cost", "length", "deadhead_length", "load_distance", "order", "directions"),
    *("turn_length", "trips", "hours", "litres", "fuel_cost", "longest", "unserved"),
)
"""What a plan states of all its routes together."""

_OTHER_THAN_DRIVEN = {
    "order": "the order stated is not that of the walk",
    "directions": "the directions stated are not those of the walk",
    "unserved": "the edges stated as unserved are not those that the walk leaves out",
}

OF_ROUTE = ("cost", "length", "hours", "litres", "fuel_cost")
"""What a plan states of each route."""


def same(stated: object, true: float | None) -> bool:
    """Return whether a figure is the true one, up to rounding."""
    if true is None:
        return stated is None
    return isinstance(stated, int | float) and math.isclose(stated, true, rel_tol=TOLERANCE)


def compare_totals(stated: Mapping[str, Any], true: "Checked") -> None:
    """Refuse totals that are not those of the walk.

    Parameters
    ----------
    stated
        Some or all of `TOTALS` by name.
    true
        What the check found.
    """
    for name, value in stated.items():
        _compare(name.replace("_", " "), value, getattr(true, name))


def compare_route(number: int, stated: Mapping[str, Any], true: "Checked") -> None:
    """Refuse figures of one route, the first is 1, that are not its own: some of `OF_ROUTE`."""
    for name, value in stated.items():
        _compare(f"{name} of route {number}", value, getattr(true.routes[number - 1], name))


def _compare(what: str, stated: Any, true: Any) -> None:
    if isinstance(true, tuple):
        if tuple(stated) != true:
            raise CheckError(_OTHER_THAN_DRIVEN[what])
    elif stated != true and not same(stated, true):
        raise CheckError(f"the {what} stated is {stated!r}, that of the walk is {true!r}")


def compare_claims(result: "Result", cost: float) -> None:
    """Refuse a bound, status or history that does not agree with the true cost."""
    bound, most = result.lower_bound, cost * (1 + TOLERANCE)
    if bound is not None and not bound <= most:
        raise CheckError(f"the lower bound stated is {bound!r}; the walk costs {cost!r}, less")
    closed = bound is not None and cost <= bound + TOLERANCE * abs(bound)
    if closed != (result.status == "optimal"):
        bound_is = "no lower bound is stated" if bound is None else f"the lower bound is {bound!r}"
        raise CheckError(
            f"the status stated is {result.status!r}; the cost is {cost!r}, {bound_is}"
        )
    if result.certificate is not None and result.certificate.bound != bound:
        raise CheckError(
            f"the lower bound stated is {bound!r}, its certificate's {result.certificate.bound!r}"
        )
    costs = [best for _, _, best in result.history]
    if costs and not (same(costs[-1], cost) and min(costs) >= cost * (1 - TOLERANCE)):
        wrong = costs[-1] if min(costs) >= cost * (1 - TOLERANCE) else min(costs)
        raise CheckError(f"the history states cost {wrong!r}; the walk costs {cost!r}")
    bounds = [value for _, value in result.bound_history]
    if bounds and (bound is None or bounds[-1] != bound or max(bounds) > bound):
        wrong = bounds[-1] if bound is None or bounds[-1] != bound else max(bounds)
        raise CheckError(f"the bound's history states {wrong!r}; the lower bound is {bound!r}")
