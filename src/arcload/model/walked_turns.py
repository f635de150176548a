"""The turns of a walk."""

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from arcload.model.instance import Instance
from arcload.model.turn_angles import KINDS
from arcload.model.turn_rules import TurnRules
from arcload.model.vehicle import Vehicle


class WalkedTurn(NamedTuple):
    """The turn into a drive."""

    kind: str = ""
    """One of `KINDS`; empty where the vehicle stood, or where nothing tells."""
    length: float = 0.0
    """What it adds to the way, in the unit of the lengths."""
    seconds: float = 0.0
    """How long it takes."""


_NONE = WalkedTurn()


def walked_turns(
    instance: Instance,
    vehicle: Vehicle,
    ways: Sequence[tuple[Sequence[tuple[int, int, bool]], int]],
) -> list[list[WalkedTurn]]:
    """Return the turn into each drive of each trip of a route.

    There is none where the route starts and at facilities.

    Parameters
    ----------
    instance, vehicle
        The network with its rules, and what drives on it.
    ways
        Per trip its drives, and how many of them come before its facility; all turns of them are
        allowed.
    """
    before: list[int] = []
    after: list[int] = []
    stood = True
    for drives, visit in ways:
        for position, (edge, side, _) in enumerate(drives):
            before.append(-1 if stood or position == visit else after[-1])
            after.append(2 * edge + side)
            stood = False
        stood = visit == len(drives)
    left, entered = np.array(before, dtype=np.int64), np.array(after, dtype=np.int64)
    graph, turning = instance.turn_graph(vehicle), np.flatnonzero(left >= 0)
    place = graph.find(left[turning], entered[turning])
    assert (place >= 0).all(), "a turn of the ways is not allowed"
    turns = [_NONE] * len(before)
    rules = instance.turn_rules or TurnRules()
    for number, kind, length in zip(
        turning.tolist(), graph.kinds[place].tolist(), graph.cost[place].tolist(), strict=True
    ):
        seconds = getattr(rules, f"{KINDS[max(kind, 0)]}_seconds")
        turns[number] = WalkedTurn(KINDS[kind] if kind >= 0 else "", length, seconds)
    flat = iter(turns)
    return [list(islice(flat, len(drives))) for drives, _ in ways]
