"""What no tour can serve by the turn rules is refused, and nothing else."""

import math
from itertools import pairwise, permutations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload import FREE, Edge, Instance, TurnRules, Vehicle
from arcload.model.errors import TurnsCutOffError
from arcload.model.types import Id
from tests.fleet_strategies import fleets
from tests.strategies import instances
from tests.turns import Drive, drives, forbidden_turns, turn_rules, ways_from

NEVER = TurnRules(u_turn=math.inf)


def _reaches(instance: Instance, before: Drive | int, after: Drive | int, closed: Any = ()) -> bool:
    entered, places = ways_from(instance, before, closed)
    return after in (entered if isinstance(after, tuple) else places)


def _has_tour(instance: Instance) -> bool:
    """Return whether some order and directions make a tour, by trying all of them."""
    allowed = set(drives(instance))
    start, end = instance.start_index, instance.end_index
    served = instance.served.tolist()
    begin: list[Drive | int] = [] if start < 0 else [start]
    last: list[Drive | int] = [] if end < 0 else [end]
    stops = {(k, side) for k in served for side in (0, 1)} & allowed
    everything = [*begin, *stops, *last]
    leads = {(a, b): _reaches(instance, a, b) for a in [*begin, *stops] for b in everything}
    for order in permutations(served):
        for sides in product((0, 1), repeat=len(order)):
            tour = [*begin, *zip(order, sides, strict=True), *last]
            if allowed.issuperset(one for one in tour if isinstance(one, tuple)) and all(
                leads[pair] for pair in pairwise(tour)
            ):
                return True
    return False


def _ruled(instance: Instance, data: st.DataObject) -> tuple[Instance, Instance | None]:
    """Return an instance with random rules that serves nothing, and the one that serves."""
    rules: dict[str, Any] = {
        "turn_rules": data.draw(turn_rules() | st.just(NEVER)),
        "forbidden_turns": data.draw(forbidden_turns(instance)),
        "coordinates": None,
        "geographic": False,
        "shapes": None,
    }
    free = instance.replace(
        demands=np.zeros(len(instance.edges)), start=FREE, end=FREE, curb_weight=1, **rules
    )
    try:
        return free, instance.replace(**rules)
    except TurnsCutOffError:
        return free, None


@given(instances(max_nodes=4, max_served=4), st.data())
def test_a_tour_is_refused_if_and_only_if_there_is_none(
    instance: Instance, data: st.DataObject
) -> None:
    network, ruled = _ruled(instance, data)
    same = _Served(network, instance)
    assert (ruled is not None) == _has_tour(same)  # type: ignore[arg-type]


class _Served:
    """An instance that is refused, for the search by hand: rules of one, services of another."""

    def __init__(self, network: Instance, instance: Instance) -> None:
        self._network = network
        self.served = instance.served
        self.start_index, self.end_index = instance.start_index, instance.end_index

    def __getattr__(self, name: str) -> Any:
        return getattr(self._network, name)


@given(fleets(limits=False), st.data())
def test_a_fleet_is_refused_if_and_only_if_a_street_has_no_trip(
    instance: Instance, data: st.DataObject
) -> None:
    rules: dict[str, Any] = {
        "turn_rules": data.draw(turn_rules() | st.just(NEVER)),
        "forbidden_turns": data.draw(forbidden_turns(instance)),
    }
    network = instance.replace(demands=np.zeros(len(instance.edges)), **rules)
    expected = all(
        any(_serves(network, vehicle, edge) for vehicle in instance.vehicles)
        for edge in instance.served.tolist()
    )
    try:
        instance.replace(**rules)
    except TurnsCutOffError:
        assert not expected
    else:
        assert expected


def _serves(instance: Instance, vehicle: Vehicle, edge: int) -> bool:
    """Return whether a vehicle can make a trip for one edge."""
    closed = vehicle.closed
    start, end = (
        None if place is FREE else instance.node_index(place)
        for place in (vehicle.start, vehicle.end)
    )
    for side, place in product((0, 1), instance.places):
        stops: list[Drive | int] = [instance.node_index(place.node), (edge, side)]
        if (edge, side) not in drives(instance, closed):
            continue
        if vehicle.mode == "collect":
            stops.reverse()
        stops = [*([] if start is None else [start]), *stops, *([] if end is None else [end])]
        if all(_reaches(instance, a, b, closed) for a, b in pairwise(stops)):
            return True
    return False


def test_a_street_that_cannot_be_left_is_named_with_its_place() -> None:
    edges = [Edge("a", "b", 5, 0), Edge("b", "c", 5, 1, name="Mill Lane"), Edge("b", "d", 5, 1)]
    points: dict[Id, tuple[float, float]] = {"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (1, 7)}
    with pytest.raises(TurnsCutOffError) as caught:
        Instance.from_edges(
            edges, depot="a", coordinates=points, forbidden_turns=[(2, 1, 2, 2)], length_unit="m"
        )
    for fact in ("1 served edge (total length 5 m)", "depot 'a'", "2 (Mill Lane) at x 1, y 0"):
        assert fact in str(caught.value)
    assert caught.value.lost == (1,)


def test_streets_that_exclude_each_other_are_named() -> None:
    """Both can be served from the depot, but of the two no way leads from one to the other."""
    edges = [("a", "b", 5, 1), ("a", "c", 5, 1)]
    barred = [(1, 2, 2, 1), (2, 2, 1, 1)]
    with pytest.raises(TurnsCutOffError, match="edges 2 and 1 cannot both be served by one tour"):
        Instance.from_edges(edges, depot="a", forbidden_turns=barred)
    fleet = Instance.from_edges(edges, depot="a", forbidden_turns=barred, capacity=1)
    assert fleet.has_turns


def test_more_than_two_streets_may_exclude_each_other() -> None:
    """Beside x, y can be served in direction 1 alone, and beside z in direction 2 alone."""
    allowed = {("x", 1, "y", 1), ("y", 2, "z", 1), ("x", 1, "z", 1)}
    every = product("xyz", (1, 2), "xyz", (1, 2))
    edges = [Edge("o", "o", 1, 1, id=name) for name in "xyz"]
    with pytest.raises(TurnsCutOffError, match="cannot all be served by one tour"):
        Instance.from_edges(
            edges, start=FREE, end=FREE, forbidden_turns=[t for t in every if t not in allowed]
        )
    allowed.add(("x", 1, "y", 2))
    every = product("xyz", (1, 2), "xyz", (1, 2))
    assert Instance.from_edges(
        edges, start=FREE, end=FREE, forbidden_turns=[t for t in every if t not in allowed]
    ).has_turns


def test_without_services_the_end_must_be_reached() -> None:
    edges = [("a", "b", 5, 0), ("b", "c", 5, 0)]
    barred = [(1, 1, 2, 1)]
    with pytest.raises(TurnsCutOffError, match="no way leads from 'a' to 'c'"):
        Instance.from_edges(edges, start="a", end="c", forbidden_turns=barred)
    assert Instance.from_edges(edges, start="a", end="b", forbidden_turns=barred).has_turns
    assert Instance.from_edges(edges, start="a", end=FREE, forbidden_turns=barred).has_turns
