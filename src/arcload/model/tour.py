"""The plan of one trip: the order in which edges are served and their directions."""

from collections.abc import Iterable

from arcload.model.arguments import require, shown
from arcload.model.driven_route import PlannedRoute
from arcload.model.errors import CheckError, InputError
from arcload.model.followed_walk import Step, followed
from arcload.model.instance import Instance
from arcload.model.plan import Plan, planned_trip
from arcload.model.types import Id


class Tour(Plan):
    """The plan of one trip: the order in which edges are served, with a direction each.

    Parameters
    ----------
    instance
        The instance that the tour serves.
    order
        Ids of the served edges; every edge with a demand, once.
    directions
        1 or 2 for each: from tail to head, or back.
    walk
        The crossings of a walk that need not take shortest paths, such as one that was driven
        elsewhere. By default the vehicle takes shortest paths.

    Raises
    ------
    CheckError
        If the walk is no walk of this instance, or does not serve in this order.
    """

    def __init__(
        self,
        instance: Instance,
        order: Iterable[Id],
        directions: Iterable[int],
        walk: Iterable[Step] | None = None,
    ) -> None:
        require(instance, "instance", Instance)
        for name, column in (("order", order), ("directions", directions)):
            if not isinstance(column, Iterable):
                raise InputError(f"the {name} is {shown(column)}; it must be a list")
        trip = planned_trip(instance, instance.vehicle, order, directions)
        self._keep(instance, [PlannedRoute(instance.vehicle, [trip])])
        if walk is not None:
            way = followed(instance, walk)
            served = [(edge, side) for edge, side, is_served in way[0] if is_served]
            if served != list(zip(trip.edges, trip.sides, strict=True)):
                raise CheckError("the order and directions stated are not those of the walk")
            self._walked = [[way]]


def as_tour(plan: Plan, instance: Instance) -> Tour:
    """Return the tour of an instance that serves as a plan does; refuse one of several trips."""
    if plan.trips > 1:
        raise InputError(f"the plan has {plan.trips:,} trips; give the tour of one trip")
    return Tour(instance, plan.order, plan.directions)


def require_one_tour(instance: Instance, what: str) -> None:
    """Refuse an instance of a fleet.

    Parameters
    ----------
    instance
        The instance.
    what
        What is made of one tour alone, for the message.
    """
    if instance.is_fleet:
        raise InputError(
            f"{what} is for one tour, and {instance.name!r} is for a fleet, with capacity, limits "
            "or several vehicles"
        )
