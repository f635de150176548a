"""An order of services cut into routes."""

import math

import numpy as np

from arcload.engine.fleet_solution import FleetSolution
from arcload.engine.kernels.fleet import ANY, FORBIDDEN, NO_BALANCE, Fleet
from arcload.engine.kernels.split import split
from arcload.engine.search.best_plan import redirected
from arcload.model.errors import InputError
from arcload.model.types import FloatArray, IntArray

_MOST_STEPS = 2e9
"""Steps of a cut that counts vehicles, some seconds; where it takes more, prices count them."""

_MOST_STATES = 1e7
"""The same of what it remembers, some 240 MB."""

_PRICES = 40
"""How many prices of vehicles are tried."""


def cut_order(services: IntArray, fleet: Fleet) -> FleetSolution:
    """Return the cut of least cost with no more vehicles than there are.

    It is the best of all, except where the vehicles of several types are so many that counting them
    takes too long: then the best that prices of the vehicles give. If none has as few vehicles, it
    has more of them. Limits on lengths and hours are not known here, nor is balance.

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
    free = fleet._replace(most_length=none, most_time=none, limited=False, balance=NO_BALANCE)
    cost, *routes = split(services, np.full_like(fleet.available, ANY), free)
    if not cost < FORBIDDEN:
        raise InputError(
            "no trips serve the edges in this order along the one-way streets and by the turn rules"
        )
    if (_used(routes[2], free) > fleet.available).any():
        routes = _counted(services, free) or _priced(services, cost, free)
    return redirected(free, *routes)


def _used(kinds: IntArray, fleet: Fleet) -> IntArray:
    return np.bincount(kinds, minlength=len(fleet.a))


def _counted(services: IntArray, fleet: Fleet) -> list[IntArray] | None:
    """Return the best routes of the vehicles there are; None if there are none or it takes long."""
    most = np.where(fleet.available < len(services), fleet.available, ANY)
    facilities = fleet.arcs - 2 * len(fleet.q)
    trips = fleet.most_trips[fleet.most_trips < ANY].max(initial=1)
    each = len(fleet.a) * facilities * min(int(trips), len(services))
    each *= math.prod(count + 1 for count in most.tolist() if count < ANY)
    steps = _trips(services, fleet) * each * (facilities + 1)
    if steps > _MOST_STEPS or len(services) * each > _MOST_STATES:
        return None
    cost, *routes = split(services, most, fleet)
    return routes if cost < FORBIDDEN else None


def _trips(services: IntArray, fleet: Fleet) -> int:
    """Return how many trips of services that follow each other the largest vehicle can make."""
    until = np.append(0.0, np.cumsum(fleet.q[services]))
    last = np.searchsorted(until, until + fleet.room.max(), side="right") - 1
    return int((last - np.arange(len(until))).sum())


def _priced(services: IntArray, cost: float, fleet: Fleet) -> list[IntArray]:
    """Return the best routes that prices per vehicle give; with too many vehicles if all have.

    The prices of types of which too many are used rise, else all fall. The last resort are prices
    above all that the order costs without them.
    """
    counted = fleet.available < ANY
    least, best = np.inf, None
    prices: FloatArray = np.zeros(len(fleet.a))
    for _ in range(_PRICES):
        priced, *routes = split(
            services,
            np.full_like(fleet.available, ANY),
            fleet._replace(cost=fleet.cost + prices),
        )
        used = _used(routes[2], fleet)
        above = used > fleet.available
        if above.any():
            prices = np.where(above, 2.0 * prices + cost / len(services), prices)
            continue
        own = priced - float(prices @ used)
        if own < least:
            least, best = own, routes
        prices = 0.7 * prices
    if best is not None:
        return best
    dear = fleet._replace(cost=fleet.cost + np.where(counted, 1.0 + cost, 0.0))
    return list(split(services, np.full_like(fleet.available, ANY), dear)[1:])
