"""A town in which every rule of the road that is read stands once; no tour breaks one."""

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import arcload
from arcload import CheckError, Crossing, Instance, Turn
from arcload.model.types import Id
from tests.notes import noted

TOWN = Path(__file__).with_name("every_rule.osm")
RULE: dict[str, Any] = {"demand_per_km": 100, "depot": 101, "load_unit": "kg"}
HEAVY = arcload.read(TOWN, curb_weight=5600, **RULE)
LIGHT = arcload.read(TOWN, curb_weight=2000, **RULE)

# by hand: the lanes that each vehicle may not drive, and the turns (from, via, to) it may not take
CLOSED_TO_ALL = {"S2", "S4", "S5", "S6"}
CLOSED_TO_HEAVY = CLOSED_TO_ALL | {"S7", "N1", "N3", "N4", "N6"}
CLOSED_TO_LIGHT = CLOSED_TO_ALL | {"S3", "S9"}
ONE_WAY = {"N5": (205, 305), "Slope": (303, 204)}
ONE_WAY_HEAVY = ONE_WAY | {"N9": (309, 209)}  # and N8 is an exception
ONE_WAY_LIGHT = ONE_WAY | {"N8": (208, 308)}
FOR_ALL = {
    *((202, 203, 103), (204, 205, 206), (208, 207, 208)),
    *((307, 207, 206), (307, 207, 307), (307, 207, 107)),
}
FOR_HEAVY = {(103, 203, 204)}
FOR_LIGHT = {(204, 203, 103)}


class Step(NamedTuple):
    """A crossing of a walk as the checker needs it."""

    edge: Id
    from_node: Id
    to_node: Id
    direction: int
    served: bool


def neighbours(instance: Instance, edge: Any, direction: int) -> list[int]:
    """Return the nodes of the file along a street, as it is driven."""
    assert instance.shapes is not None
    points = instance.shapes[instance.edge_index(edge)][:: 1 if direction == 1 else -1]
    return [100 * round((y - 47) / 0.001) + round((x - 9) / 0.001) for x, y in points]


def turns_of(instance: Instance, walk: Iterator[tuple[Any, int]]) -> Iterator[tuple[int, int, int]]:
    """Give each turn of a walk as three nodes of the file that follow each other."""
    for (edge, direction), (following, onward) in pairwise(walk):
        before = neighbours(instance, edge, direction)
        yield before[-2], before[-1], neighbours(instance, following, onward)[1]


def as_nodes(instance: Instance, turn: Turn) -> tuple[int, int, int]:
    drives = iter([(turn.from_edge, turn.from_direction), (turn.to_edge, turn.to_direction)])
    return next(turns_of(instance, drives))


@pytest.mark.parametrize(
    ("instance", "closed", "one_way", "turns"),
    [
        (HEAVY, CLOSED_TO_HEAVY, ONE_WAY_HEAVY, FOR_ALL | FOR_HEAVY),
        (LIGHT, CLOSED_TO_LIGHT, ONE_WAY_LIGHT, FOR_ALL | FOR_LIGHT),
    ],
)
def test_what_is_read_is_what_the_map_says(
    instance: Instance,
    closed: set[str],
    one_way: dict[str, tuple[int, int]],
    turns: set[tuple[int, int, int]],
) -> None:
    lanes = {f"{row}{number}" for row in "SN" for number in range(1, 11)}
    assert instance.names is not None
    assert lanes - set(instance.names) == closed
    edges = [instance.edge(edge) for edge in instance.edges]
    ways = {e.name: (e.tail, e.head) for e in edges if math.isinf(e.length_back or math.inf)}
    ways |= {e.name: (e.head, e.tail) for e in edges if math.isinf(e.length)}
    ways.pop("Circus")
    assert ways == one_way
    left = {turn for turn in turns if not {f"S{turn[k] - 100}" for k in (0, 2)} & closed}
    assert {as_nodes(instance, turn) for turn in instance.forbidden_turns} == left


@pytest.mark.parametrize(
    "line",
    [
        "left out 1 street with access=no$",
        "left out 1 street with vehicle=no$",
        "left out 2 streets with motor_vehicle=agricultural, private$",
        "left out 1 way with service=parking_aisle$",
        "left out 1 way with highway=footway$",
        "oneway=reversible is not obeyed on 5 streets",
        r"hgv:conditional=no @ \(22:00-06:00\) is not obeyed on 1 street",
        r"restriction=.* in 7 relations: 4 obeyed \(6 turns forbidden\), 1 not for vehicles above",
        "1 left out since it leads via a way, 1 left out since the file does not hold all its",
        r"restriction:hgv=no_right_turn in 1 relation: 1 obeyed \(1 turn forbidden\)",
        "restriction:conditional=no_left_turn .*1 left out since it does not hold at all times",
        "access=no, private on 2 streets: 2 decided by another tag",
        "hgv=destination, no on 2 streets: 1 left out with a demand of 11.12 kg, 1 open, since",
        "goods=no on 1 street: 1 open",
        "maxweight=.* on 5 streets: 3 left out with a demand of 33.35 kg, 2 open to the vehicle",
        "maxweightrating=5 on 1 street: 1 left out",
        "oneway:hgv=no on 1 street: 1 open in both directions",
        "hgv:forward=no on 1 street: 1 closed in one direction",
    ],
)
def test_each_tag_has_one_line(line: str) -> None:
    assert len(noted(HEAVY.notes, f"every_rule.osm: .*{line}|every_rule.osm: {line}")) == 1


def test_the_streets_keep_what_the_map_says_of_them() -> None:
    assert set(HEAVY.attributes) >= {
        *("highway", "service", "maxspeed", "lanes", "width", "surface", "junction", "hgv"),
    }
    assert HEAVY.names is not None
    south = HEAVY.names.index("South Street")
    tags = [HEAVY.attributes[name][south] for name in ("highway", "lanes", "width", "maxspeed")]
    assert tags == ["tertiary", "2", "7.5", "50"]


@pytest.mark.parametrize(
    ("instance", "turns"), [(HEAVY, FOR_ALL | FOR_HEAVY), (LIGHT, FOR_ALL | FOR_LIGHT)]
)
def test_a_tour_breaks_no_rule(instance: Instance, turns: set[tuple[int, int, int]]) -> None:
    """Neither one that a method finds, nor one of any order and direction."""
    rng = random.Random(1)
    served = [instance.edges[k] for k in instance.served]
    plans = [arcload.solve(instance, method="greedy").plan]
    for _ in range(10):
        order = rng.sample(served, len(served))
        plans.append(arcload.best_directions(instance, order))
    for plan in plans:
        arcload.check(plan)
        walk = [(crossing.edge, crossing.direction or 0) for crossing in plan.walk]
        assert not turns & set(turns_of(instance, iter(walk)))


@pytest.mark.parametrize("turn", HEAVY.forbidden_turns)
def test_the_checker_refuses_each_turn_that_is_forbidden(turn: Turn) -> None:
    """The walk is this turn alone, from one street into the other."""
    drives = [(turn.from_edge, turn.from_direction), (turn.to_edge, turn.to_direction)]
    walk: list[Step] = []
    for edge, direction in drives:
        street = HEAVY.edge(edge)
        tail, head = (street.tail, street.head)[:: 1 if direction == 1 else -1]
        walk.append(Step(edge, tail, head, direction, edge not in {step.edge for step in walk}))
    demands = np.zeros(len(HEAVY.edges))
    demands[[HEAVY.edge_index(edge) for edge, _ in drives]] = 1
    start, end = walk[0].from_node, walk[-1].to_node
    free = HEAVY.replace(demands=demands, start=start, end=end, forbidden_turns=())
    arcload.check(free, walk)
    with pytest.raises(CheckError, match="turn"):
        arcload.check(free.replace(forbidden_turns=[turn]), walk)


def test_the_checker_refuses_a_drive_against_a_one_way_street_and_a_closed_one() -> None:
    plan = arcload.solve(HEAVY, method="greedy").plan
    names = HEAVY.names or ()
    lane = HEAVY.edges[names.index("N9")]
    against: list[Crossing] = [
        replace(c, from_node=c.to_node, to_node=c.from_node, direction=3 - (c.direction or 0))
        if c.edge == lane
        else c
        for c in plan.walk
    ]
    with pytest.raises(CheckError):
        arcload.check(HEAVY, against)
    edge = LIGHT.edges[(LIGHT.names or ()).index("S7")]
    closed = replace(plan.walk[0], edge=f"{edge} of the light vehicle's network")
    with pytest.raises(CheckError):
        arcload.check(HEAVY, [closed, *plan.walk[1:]])
