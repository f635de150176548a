"""Restrictions of turns in OpenStreetMap."""

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import arcload
from arcload import Instance
from arcload.maps.formats.osm import parse
from arcload.maps.formats.reading import Reading
from tests.notes import noted

Segment = tuple[int, int, int]  # a way, and two nodes that follow each other as driven
Relation = tuple[list[tuple[str, str, int]], dict[str, str]]  # members and tags

_STEP = 0.001  # degrees


def osm(
    places: dict[int, tuple[int, int]],
    ways: dict[int, tuple[list[int], dict[str, str]]],
    relations: list[Relation],
) -> str:
    """Return a file."""
    rows = [f'<node id="{n}" lat="{y * _STEP}" lon="{x * _STEP}"/>' for n, (x, y) in places.items()]
    for number, (nodes, tags) in ways.items():
        refs = "".join(f'<nd ref="{node}"/>' for node in nodes)
        rows.append(f'<way id="{number}">{refs}{_tags({"highway": "residential"} | tags)}</way>')
    for number, (members, tags) in enumerate(relations, 1):
        refs = "".join(f'<member type="{t}" ref="{r}" role="{role}"/>' for role, t, r in members)
        rows.append(f'<relation id="{number}">{refs}{_tags(tags)}</relation>')
    return f"<osm>{''.join(rows)}</osm>"


def _tags(tags: dict[str, str]) -> str:
    return "".join(f'<tag k="{key}" v="{value}"/>' for key, value in tags.items())


def turn(frm: int, via: int, to: int, kind: str, **more: str) -> Relation:
    """Return a restriction."""
    members = [("from", "way", frm), ("via", "node", via), ("to", "way", to)]
    return members, {"type": "restriction", "restriction": kind} | more


# a crossing, node 5, with an arm in each direction, and a bend within the western one
PLACES = {5: (0, 0), 1: (0, 1), 2: (1, 0), 3: (0, -1), 4: (-2, 0), 6: (-1, 0)}
WAYS: dict[int, tuple[list[int], dict[str, str]]] = {
    11: ([5, 1], {}),
    12: ([5, 2], {"name": "Main"}),
    13: ([3, 5], {}),
    14: ([4, 6], {"name": "Main"}),
    15: ([6, 5], {"name": "Main"}),
}


def read(folder: Path, *relations: Relation, ways: Any = WAYS, **changes: Any) -> Instance:
    """Return the instance of the crossing."""
    (folder / "town.osm").write_text(osm(PLACES, ways, list(relations)))
    said: dict[str, Any] = {"depot": 5, "demand_per_km": 1, "curb_weight": 9000} | changes
    return arcload.read(folder / "town.osm", **said)


def by_nodes(instance: Instance) -> set[tuple[Any, Any, Any]]:
    """Return the forbidden turns as the ends of streets that they lead from, via and to."""
    turns = set()
    for one in instance.forbidden_turns:
        first, second = instance.edge(one.from_edge), instance.edge(one.to_edge)
        start = first.tail if one.from_direction == 1 else first.head
        via, end = (second.tail, second.head)[:: 1 if one.to_direction == 1 else -1]
        turns.add((start, via, end))
    return turns


def test_a_turn_that_is_forbidden(tmp_path: Path) -> None:
    instance = read(tmp_path, turn(11, 5, 12, "no_left_turn"))
    assert by_nodes(instance) == {(1, 5, 2)}
    words = "restriction=no_left_turn in 1 relation: 1 obeyed .1 turn forbidden"
    assert noted(instance.notes, words)


def test_only_one_turn_forbids_all_others_and_turning_round(tmp_path: Path) -> None:
    instance = read(tmp_path, turn(11, 5, 13, "only_straight_on"))
    assert by_nodes(instance) == {(1, 5, 1), (1, 5, 2), (1, 5, 4)}


def test_a_street_is_not_joined_at_the_node_of_a_turn(tmp_path: Path) -> None:
    """Ways 14 and 15 are one street without the restriction."""
    assert len(read(tmp_path).edges) == 4
    ways = WAYS | {17: ([4, 1], {})}
    instance = read(tmp_path, turn(14, 6, 15, "no_straight_on"), ways=ways)
    assert len(instance.edges) == 5
    assert by_nodes(instance) == {(4, 6, 5)}


def test_turning_round_is_forbidden_from_a_way_into_itself(tmp_path: Path) -> None:
    assert by_nodes(read(tmp_path, turn(13, 5, 13, "no_u_turn"))) == {(3, 5, 3)}


def test_several_ways_that_nobody_may_leave_or_enter(tmp_path: Path) -> None:
    members = [("from", "way", 11), ("from", "way", 13), ("via", "node", 5), ("to", "way", 12)]
    instance = read(tmp_path, (members, {"type": "restriction", "restriction": "no_entry"}))
    assert by_nodes(instance) == {(1, 5, 2), (3, 5, 2)}


@pytest.mark.parametrize(
    ("tags", "weight", "turns"),
    [
        ({"except": "hgv"}, 9000, 0),
        ({"except": "psv;hgv"}, 1000, 1),
        ({"except": "psv"}, 9000, 1),
        ({"except": "motor_vehicle"}, 9000, 0),
        ({"restriction:hgv": "no_left_turn", "restriction": ""}, 9000, 1),
        ({"restriction:hgv": "no_left_turn", "restriction": ""}, 1000, 0),
        ({"restriction:hgv": "no_left_turn", "restriction": ""}, 0, 0),
        ({"restriction:goods": "no_left_turn", "restriction": ""}, 1000, 1),
        ({"restriction:bicycle": "no_left_turn", "restriction": ""}, 9000, 0),
    ],
)
def test_restrictions_of_some_vehicles(
    tags: dict[str, str], weight: float, turns: int, tmp_path: Path
) -> None:
    relation = turn(11, 5, 12, "no_left_turn", **tags)
    assert len(read(tmp_path, relation, curb_weight=weight).forbidden_turns) == turns


@pytest.mark.parametrize(
    ("relation", "words"),
    [
        (turn(11, 5, 99, "no_left_turn"), "restriction=no_left_turn .* does not hold all"),
        (turn(11, 99, 12, "no_left_turn"), "does not hold all"),
        (
            turn(11, 5, 12, "", **{"restriction:conditional": "no_left_turn @ (07:00-09:00)"}),
            "restriction:conditional=.*1 left out since it does not hold at all times",
        ),
        (turn(11, 5, 12, "no_left_turn", hour_on="7"), "not hold at all times"),
        (turn(11, 5, 12, "give_way"), "its kind is not known"),
        (turn(14, 5, 12, "no_left_turn"), "passes the node"),  # it ends at node 6
        (
            (
                [("from", "way", 14), ("via", "way", 15), ("to", "way", 11)],
                {"type": "restriction", "restriction": "no_u_turn"},
            ),
            "restriction=no_u_turn in 1 relation: 1 left out since it leads via a way",
        ),
        (turn(11, 5, 16, "only_right_turn"), "leads to what is no street"),
    ],
)
def test_what_is_left_out_is_counted_with_the_reason(
    relation: Relation, words: str, tmp_path: Path
) -> None:
    ways = WAYS | {16: ([5, 6], {"highway": "footway"})}
    instance = read(tmp_path, relation, ways=ways)
    assert not instance.forbidden_turns
    assert noted(instance.notes, words)


@pytest.mark.parametrize("role", ["from", "to"])
def test_turns_of_those_who_do_not_drive_are_not_mentioned(role: str, tmp_path: Path) -> None:
    ways = WAYS | {16: ([5, 6], {"highway": "footway"})}
    relation = turn(16, 5, 11, "no_left_turn") if role == "from" else turn(11, 5, 16, "no_u_turn")
    instance = read(tmp_path, relation, ways=ways)
    assert not instance.forbidden_turns
    assert not noted(instance.notes, "restriction")


def test_turns_go_with_a_street_that_is_closed(tmp_path: Path) -> None:
    ways = WAYS | {11: ([5, 1], {"hgv": "no"})}
    assert not read(tmp_path, turn(11, 5, 12, "no_left_turn"), ways=ways).forbidden_turns


@given(st.integers(0, 10**9))
def test_turns_are_those_of_a_plain_reading(seed: int) -> None:
    """On a grid of ways cut anywhere, drawn in either direction, some one-way."""
    rng = Random(seed)
    places, ways = grid(rng)
    nodes = list(places)
    relations = [
        turn(rng.choice(list(ways)), rng.choice(nodes), rng.choice(list(ways)), rng.choice(KINDS))
        for _ in range(rng.randint(1, 40))
    ]
    expected = {one for relation in relations for one in plainly(ways, relation)}
    assume(expected)
    text = osm(places, ways, relations)
    reading = Reading(demand_per_km=1)
    draft = parse(text, Path("town.osm"), reading).labelled(reading)
    node_at = {(round(x * _STEP, 9), round(y * _STEP, 9)): n for n, (x, y) in places.items()}
    turns = {one for restriction in draft.restrictions for one in restriction.turns}
    shapes = draft.columns.shapes
    assert shapes is not None
    found = set()
    for one in turns:
        before = shapes[int(one.from_edge) - 1][:: 1 if one.from_direction == 1 else -1]
        after = shapes[int(one.to_edge) - 1][:: 1 if one.to_direction == 1 else -1]
        points = [before[-2], before[-1], after[0], after[1]]
        start, via, same, end = (node_at[round(x, 9), round(y, 9)] for x, y in points)
        assert via == same
        found.add((start, via, end))
    assert found == expected


KINDS = ("no_left_turn", "no_straight_on", "no_u_turn", "only_right_turn", "only_straight_on")


def grid(
    rng: Random,
) -> tuple[dict[int, tuple[int, int]], dict[int, tuple[list[int], dict[str, str]]]]:
    """Return the nodes of a grid and ways along its lines."""
    size = rng.randint(2, 4)
    number = {(x, y): 1 + x + size * y for x in range(size) for y in range(size)}
    lines = [[number[x, y] for x in range(size)] for y in range(size)]
    lines += [[number[x, y] for y in range(size)] for x in range(size)]
    ways: dict[int, tuple[list[int], dict[str, str]]] = {}
    for line in lines:
        cuts = sorted(k for k in range(1, size - 1) if rng.random() < 0.6)
        for a, b in pairwise([0, *cuts, size - 1]):
            nodes = line[a : b + 1][:: rng.choice([1, -1])]
            way = rng.choice(["no", "no", "yes", "-1"])
            ways[100 + len(ways)] = nodes, {"oneway": way, "name": rng.choice("AB")}
    return {n: place for place, n in number.items()}, ways


def plainly(
    ways: dict[int, tuple[list[int], dict[str, str]]], relation: Relation
) -> set[tuple[int, int, int]]:
    """Return the forbidden turns of a relation as three nodes that follow each other."""
    (_, _, frm), (_, _, via), (_, _, to) = relation[0]
    kind = relation[1]["restriction"]
    segments = [s for way, (nodes, tags) in ways.items() for s in driven(way, nodes, tags)]
    same = kind == "no_u_turn" and frm == to
    for way in (frm, to):
        nodes = ways[way][0]
        if via not in (nodes if same else (nodes[0], nodes[-1])):
            return set()
    turns = set()
    for way, start, at in segments:
        if way != frm or at != via:
            continue
        meant = {end for other, here, end in segments if here == via and other == to}
        if same:
            meant &= {start}
        if kind.startswith("only"):
            meant = {end for _, here, end in segments if here == via} - meant
        turns |= {(start, via, end) for end in meant}
    return turns


def driven(way: int, nodes: list[int], tags: dict[str, str]) -> list[Segment]:
    """Return the segments of a way in the directions in which they may be driven."""
    there = [(way, a, b) for a, b in pairwise(nodes)]
    back = [(way, b, a) for a, b in pairwise(nodes)]
    return {"no": there + back, "yes": there, "-1": back}[tags["oneway"]]
