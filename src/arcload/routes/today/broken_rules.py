"""The rules that today's route breaks, counted and told."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from arcload.model.errors import counted
from arcload.model.fleet_rules import ROUNDING
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.turn_graph import TurnGraph
from arcload.model.units import quantity


def broken_rules(instance: Instance, plan: Plan) -> Iterator[str]:
    """Give the rules of an instance that a plan breaks, one sentence each.

    Parameters
    ----------
    instance
        The rules.
    plan
        A plan of the same instance with its limits lifted, its vehicles in the same order.
    """
    lenient = plan.instance.vehicles
    own = [instance.vehicles[lenient.index(route.vehicle)] for route in plan.driven]
    for vehicle, times in Counter(own).items():
        if vehicle.count is not None and times > vehicle.count:
            name = f" {vehicle.label!r}" if vehicle.label else ""
            yield f"{counted(times, 'vehicle')}{name} {_are(times)} used; there are {vehicle.count}"
    for number, (vehicle, route) in enumerate(zip(own, plan.driven, strict=True), start=1):
        what = f"vehicle {number}" if len(own) > 1 else "the vehicle"
        loads = [trip.load for trip in route.trips]
        if vehicle.capacity is not None:
            above = [load for load in loads if load > vehicle.capacity * (1 + ROUNDING)]
            if above:
                capacity = quantity(vehicle.capacity, instance.load_unit)
                yield (
                    f"{what} has {quantity(max(above), instance.load_unit)} on board, and its "
                    f"capacity is {capacity}: {counted(len(above), 'trip')} of {len(loads)} "
                    f"{_are(len(above))} too heavy"
                )
        for name, value, unit in (
            ("trips", float(len(loads)), "trips"),
            ("length", route.length, instance.length_unit),
            ("hours", route.hours, "h"),
        ):
            most = getattr(vehicle, f"max_{name}")
            if most is not None and value is not None and value > most * (1 + ROUNDING):
                limit = quantity(most, "" if name == "trips" else unit)
                yield f"{what} has {quantity(value, unit)}, above its limit of {limit}"
        closed = {*vehicle.closed}
        times = sum(crossing.edge in closed for crossing in route.walk)
        if times:
            yield f"{what} drives {counted(times, 'time')} along streets that are closed to it"
    if instance.has_turns:
        yield from _broken_turns(instance, plan)


def _broken_turns(instance: Instance, plan: Plan) -> Iterator[str]:
    """Give how many turns of a plan are forbidden; at facilities vehicles may turn as they like."""
    places = {place.node for place in instance.places} if instance.is_fleet else set()
    turns = [
        [2 * instance.edge_index(step.edge) + (step.direction or 1) - 1 for step in pair]
        for route in plan.driven
        for pair in pairwise(route.walk)
        if pair[1].from_node not in places
    ]
    ways = np.array(turns, dtype=np.int64).reshape(-1, 2).T
    broken = ways[:, TurnGraph.of(instance, instance.lengths).find(*ways) < 0]
    number, u_turns = broken.shape[1], int((broken[0] == broken[1] ^ 1).sum())
    if number:
        of_them = f", {u_turns:,} of them {'a U-turn' if u_turns == 1 else 'U-turns'}"
        yield f"{counted(number, 'turn')} {_are(number)} forbidden{of_them if u_turns else ''}"


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
