"""One entrance to the generators."""

import math

from arcload.errors import InputError, did_you_mean
from arcload.generators.city import city
from arcload.generators.eulerian import eulerian
from arcload.generators.rural import rural
from arcload.instance import Instance

KINDS = ("eulerian", "rural", "city")


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
    """
    if kind not in KINDS:
        raise InputError(
            f"there are no {kind!r} instances{did_you_mean(kind, KINDS)}; use {', '.join(KINDS)}"
        )
    if not 0 <= curb_ratio < math.inf:
        raise InputError(f"the curb ratio is {curb_ratio:g}; it must be 0 or more")
    if served is not None and not 0 < served <= 1:
        raise InputError(f"the share of served edges is {served:g}; it must lie between 0 and 1")
    if seed < 0:
        raise InputError(f"the seed is {seed}; it must be 0 or more")
    if at is not None and kind != "city":
        raise InputError("only a city is placed on earth; leave out --at")
    if kind == "city":
        if nodes is not None:
            raise InputError("a city finds its nodes by itself; give --edges alone")
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
    return instance.replace(
        curb_weight=curb_ratio * instance.total_demand, name=name or f"{kind}_{seed}"
    )


def _sizes(nodes: int | None, edges: int | None) -> tuple[int, int]:
    """Return both sizes, a missing one in the paper's usual proportion."""
    if nodes is None:
        nodes = 20 if edges is None else max(3, math.ceil(edges / 1.6))
    if edges is None:
        edges = max(nodes, math.floor(1.6 * nodes))
    return nodes, edges
