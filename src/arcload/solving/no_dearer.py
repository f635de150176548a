"""A result that costs no more than the shortest tour."""

from typing import Any

from arcload.model.plan import Plan
from arcload.model.result import Result
from arcload.solving.solve import solve


def no_dearer(result: Result, shortest: Plan, **search: Any) -> Result:
    """Return a result, or if the shortest tour costs less, what a search from there finds.

    A search that was short may not have seen the shortest tour, which can be the cheaper one if
    the vehicle is heavy.

    Parameters
    ----------
    result
        What was found.
    shortest
        The shortest tour, priced with the load.
    search
        How to search again, as `solve` takes it.
    """
    if result.cost <= shortest.cost:
        return result
    return solve(shortest.instance, warm_start=shortest, **search)
