"""An order of services cut into routes."""

import numpy as np

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernels.fleet import ANY, FORBIDDEN, NO_BALANCE, Fleet
from arcload.engine.kernels.split import split
from arcload.engine.search.best_plan import redirected
from arcload.model.errors import InputError
from arcload.model.types import IntArray


def cut_order(services: IntArray, fleet: Fleet) -> FleetSolution:
    """Return the best cut; with the fewest vehicles where the cheapest one takes too many.

    Limits on lengths and hours are not known here, nor is balance.

    Parameters
    ----------
    services
        The order, each service at most once.
    fleet
        The problem.

    Raises
    ------
    InputError
        If no trips serve the order.
    """
    none = np.full_like(fleet.most_length, np.inf)
    free = fleet._replace(
        most_length=none,
        most_time=none,
        limited=False,
        balance=NO_BALANCE,
        available=np.full_like(fleet.available, ANY),
    )
    cost, *routes = split(services, free)
    if not cost < FORBIDDEN:
        raise InputError(
            "no trips serve the edges in this order along the one-way streets and by the turn rules"
        )
    used = np.bincount(routes[2], minlength=len(fleet.a))
    if (used > fleet.available).any():
        dear = np.where(used > fleet.available, 1.0 + cost, 0.0)
        _, *routes = split(services, free._replace(cost=fleet.cost + dear))
    return redirected(free, *routes)
