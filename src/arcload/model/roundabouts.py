"""The roundabouts on a route, and by which exit it leaves them."""

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from arcload.model.courses import drive_of
from arcload.model.crossing import Crossing
from arcload.model.driven_route import DrivenRoute
from arcload.model.fleet_rules import usable_lengths
from arcload.model.instance import Instance
from arcload.model.turn_angles import TurnAngles

_ROUND = ("roundabout", "circular")  # values of the attribute ``junction``


class Passage(NamedTuple):
    """A drive on a roundabout.

    Parameters
    ----------
    first, end
        The crossings of the walk from the first on it to the one that leaves it.
    exit
        Which of the exits it takes, from 1, counted from where it came in; 0 where the route ends
        or stops on the roundabout.
    rounds
        How often it passes its entry before it leaves.
    """

    first: int
    end: int
    exit: int
    rounds: int


def roundabout_streets(instance: Instance) -> list[int]:
    """Return the indices of the streets of roundabouts, by their attribute ``junction``."""
    values = instance.attributes.get("junction", ())
    return [edge for edge, value in enumerate(values) if value in _ROUND]


def passages(route: DrivenRoute, stops: Collection[int] = ()) -> list[Passage]:
    """Return the drives of a route on roundabouts, in the order driven.

    A roundabout is known by the attribute ``junction`` of its streets. Only exits that the vehicle
    may drive are counted.

    Parameters
    ----------
    route
        The route.
    stops
        The crossings before which the vehicle stops at a facility.
    """
    instance, walk = route.instance, route.walk
    rings = set(roundabout_streets(instance))
    if not rings:
        return []
    is_round = [edge in rings for edge in range(len(instance.edges))]
    on_round = [is_round[instance.edge_index(crossing.edge)] for crossing in walk]
    runs: list[list[int]] = []
    for position, is_on_it in enumerate(on_round):
        if is_on_it and runs and runs[-1][1] == position and position not in stops:
            runs[-1][1] += 1
        elif is_on_it:
            runs.append([position, position + 1])
    exits = _Exits(route, is_round)
    return [
        Passage(first, end, *exits.count(first, end))
        if end < len(walk) and end not in stops
        else Passage(first, end, 0, 0)
        for first, end in runs
    ]


class _Exits:
    """The streets by which the vehicle of a route can leave a roundabout."""

    def __init__(self, route: DrivenRoute, is_round: list[bool]) -> None:
        self._route = route
        usable = np.isfinite(usable_lengths(route.instance, route.vehicle)).tolist()
        self._leaving: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for edge, ends in enumerate(route.instance.ends.tolist()):
            for side, node in enumerate(ends):
                if usable[edge][side] and not is_round[edge]:
                    self._leaving[node].append((edge, side))

    def count(self, first: int, end: int) -> tuple[int, int]:
        """Return which exit is taken, and how often the entry is passed before it."""
        walk, instance = self._route.walk, self._route.instance
        entry, passed, rounds = walk[first].from_node, 0, 0
        for crossing in walk[first : end - 1]:
            if crossing.to_node == entry:
                passed, rounds = 0, rounds + 1
            else:
                passed += len(self._leaving[instance.node_index(crossing.to_node)])
        here = self._in_order(walk[end - 1])
        taken = instance.edge_index(walk[end].edge)
        before = next((k for k, (edge, _) in enumerate(here) if edge == taken), 0)
        return passed + before + 1, rounds

    def _in_order(self, arriving: Crossing) -> list[tuple[int, int]]:
        """Return the exits at the end of a crossing in the order in which they are passed.

        Where traffic is on the right, that is from the right to the left.
        """
        instance = self._route.instance
        leaving = self._leaving[instance.node_index(arriving.to_node)]
        if len(leaving) < 2:
            return leaving
        rules = instance.turn_rules
        on_the_left = rules is not None and rules.traffic == "left"
        here = np.full(len(leaving), drive_of(instance, arriving))
        drives = np.array([2 * edge + side for edge, side in leaving])
        angles = np.nan_to_num(TurnAngles(instance).degrees(here, drives))
        order = np.argsort(-angles if on_the_left else angles, kind="stable")
        return [leaving[k] for k in order]
