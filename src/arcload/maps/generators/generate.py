"""One entrance to the generators."""

import math

from arcload.maps.generators.city import city
from arcload.maps.generators.eulerian import eulerian
from arcload.maps.generators.rural import rural
from arcload.model.arguments import checked_number, checked_whole, is_one_of, shown
from arcload.model.errors import InputError, did_you_mean
from arcload.model.fleet_rules import least_trips
from arcload.model.instance import Instance
from arcload.model.notes import Note

KINDS = ("eulerian", "rural", "city")

_MOST = 10_000_000  # nodes or edges that a machine could hold


def generate(
    kind: str,
    *,
    nodes: int | None = None,
    edges: int | None = None,
    demand: str | None = None,
    curb_ratio: float = 0.5,
    served: float | None = None,
    seed: int = 1,
    at: tuple[float, float] | None = None,
    name: str | None = None,
    capacity_trips: float | None = None,
) -> Instance:
    """Return a random instance.

    Parameters
    ----------
    kind
        ``"eulerian"``: a closed walk without repeated edges; ``"rural"``: a random connected
        graph of which half the edges are served; ``"city"``: streets.
    nodes, edges
        Its size. A city takes its edges alone and finds its nodes.
    demand
        ``"random"`` (1 to 100), ``"proportional"`` (equal to the length) or ``"clustered"``
        (a few neighbourhoods need most); random by default, clustered in a city.
    curb_ratio
        Curb weight as a multiple of the total demand.
    served
        Share of the edges that need service: all by default, half in a rural instance.
    seed
        The same seed gives the same instance.
    at
        Latitude and longitude of the middle of a city that lies on earth; by default it lies in
        a plane, in metres.
    name
        What to call it.
    capacity_trips
        Give the vehicles a capacity by which the demand takes about so many trips: this share of
        the total demand, or the largest demand if that is more. A note says how many it takes at
        least.
    """
    if not is_one_of(kind, KINDS):
        near = did_you_mean(kind, KINDS) if isinstance(kind, str) else ""
        raise InputError(f"there are no {shown(kind)} instances{near}; use {', '.join(KINDS)}")
    for word, value in (("demand", demand), ("name", name)):
        if value is not None and not isinstance(value, str):
            raise InputError(f"{word} is {shown(value)}; it must be text")
    curb_ratio = checked_number(curb_ratio, "the curb ratio", 0)
    if served is not None:
        checked_number(served, "the share of served edges", 0, 1, above=True)
    seed = checked_whole(seed, "the seed", 0)
    nodes = None if nodes is None else checked_whole(nodes, "nodes", 0, _MOST)
    edges = None if edges is None else checked_whole(edges, "edges", 0, _MOST)
    if at is not None:
        if kind != "city":
            raise InputError("only a city is placed on earth", advice="leave out {at}")
        if not isinstance(at, tuple | list) or len(at) != 2:
            raise InputError(f"at is {shown(at)}; give a latitude and a longitude")
        at = (
            checked_number(at[0], "the latitude", -math.inf, math.inf),
            checked_number(at[1], "the longitude", -math.inf, math.inf),
        )
    if kind == "city":
        if nodes is not None:
            raise InputError("a city finds its nodes by itself", advice="give {edges} alone")
        size = 200 if edges is None else edges
        instance = city(
            size, demand or "clustered", served=1.0 if served is None else served, seed=seed, at=at
        )
    elif kind == "eulerian":
        n, m = _sizes(nodes, edges)
        instance = eulerian(
            n, m, demand or "random", served=1.0 if served is None else served, seed=seed
        )
    else:
        n, m = _sizes(nodes, edges)
        instance = rural(
            n, m, demand or "random", served=0.5 if served is None else served, seed=seed
        )
    instance = instance.replace(
        curb_weight=curb_ratio * instance.total_demand, name=name or f"{kind}_{seed}"
    )
    return instance if capacity_trips is None else _with_trips(instance, capacity_trips)


def _with_trips(instance: Instance, trips: float) -> Instance:
    """Return the instance with a capacity by which it takes about so many trips."""
    trips = checked_number(trips, "the number of trips", 1)
    capacity = max(instance.total_demand / trips, float(instance.demands.max(initial=0.0)))
    instance = instance.replace(capacity=capacity)
    words = f"the capacity is {capacity:g}, by which the demand takes {least_trips(instance)} trips"
    return instance.replace(notes=(*instance.notes, Note(f"{words} or more")))


def _sizes(nodes: int | None, edges: int | None) -> tuple[int, int]:
    """Return both sizes, a missing one in the paper's usual proportion."""
    if nodes is None:
        nodes = 20 if edges is None else max(3, -(-5 * edges // 8))
    if edges is None:
        edges = max(nodes, 8 * nodes // 5)
    return nodes, edges
