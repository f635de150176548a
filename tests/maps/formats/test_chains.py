"""Pieces of streets are joined where no other one meets them."""

from itertools import pairwise
from random import Random

import pytest

from arcload.maps.formats.chains import Piece, find_chains


def piece(*nodes: int, label: str = "", one_way: bool = False) -> Piece:
    return Piece(nodes, one_way, label)


def test_pieces_are_joined_from_end_to_end_in_any_order_and_direction() -> None:
    pieces = [piece(2, 3), piece(1, 2), piece(5, 4), piece(3, 4)]
    assert find_chains(pieces) == ([[(1, True), (0, True), (3, True), (2, False)]], [])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (piece(1, 2, label="A"), piece(2, 3, label="B")),
        (piece(1, 2, one_way=True), piece(2, 3)),
        (piece(1, 2, one_way=True), piece(3, 2, one_way=True)),
        (piece(2, 1, one_way=True), piece(2, 3, one_way=True)),
        (piece(1, 2), piece(2, 1)),
    ],
    ids=["names", "one-way to two-way", "both in", "both out", "there and back"],
)
def test_pieces_that_stay_apart(one: Piece, other: Piece) -> None:
    assert find_chains([one, other]) == ([[(0, True)], [(1, True)]], [])


def test_one_way_pieces_follow_each_other_as_they_are_driven() -> None:
    pieces = [piece(2, 3, one_way=True), piece(1, 2, one_way=True)]
    assert find_chains(pieces) == ([[(1, True), (0, True)]], [])


def test_nothing_is_joined_at_crossings_and_at_nodes_that_stay() -> None:
    star = [piece(1, 2), piece(2, 3), piece(2, 4)]
    assert len(find_chains(star)[0]) == 3
    assert len(find_chains(star[:2])[0]) == 1
    assert len(find_chains(star[:2], stay={2})[0]) == 2


def test_a_loop_from_a_crossing_is_one_chain_and_a_ring_is_none() -> None:
    loop = [piece(1, 2), piece(2, 3), piece(3, 1)]
    assert find_chains([*loop, piece(1, 9)]) == (
        [[(0, True), (1, True), (2, True)], [(3, True)]],
        [],
    )
    assert find_chains(loop) == ([], [0, 1, 2])
    assert find_chains([piece(1, 2, 3, 1)]) == ([], [0])


def test_a_street_of_many_pieces_is_put_together_however_they_lie() -> None:
    rng = Random(3)
    pieces = [piece(k, k + 1) if rng.random() < 0.5 else piece(k + 1, k) for k in range(200)]
    rng.shuffle(pieces)
    (chain,), rings = find_chains(pieces)
    nodes = [pieces[k].nodes[:: 1 if forward else -1] for k, forward in chain]
    steps = [b - a for a, b in nodes]
    assert (set(steps) in ({1}, {-1}), len(steps), rings) == (True, 200, [])
    assert all(here[1] == there[0] for here, there in pairwise(nodes))
    assert dict(chain)[0]  # it runs as its first piece does
