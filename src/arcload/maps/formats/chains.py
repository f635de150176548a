"""Which pieces of streets follow each other without a crossing, and so are one street."""

from collections import defaultdict
from collections.abc import Container, Hashable, Sequence
from typing import Any, NamedTuple


class Piece(NamedTuple):
    """A piece of a street.

    Parameters
    ----------
    nodes
        The nodes along it, two or more; one-way pieces are driven in this order.
    one_way
        Whether it is one-way.
    label
        What pieces of one street have in common.
    """

    nodes: Sequence[Any]
    one_way: bool
    label: Hashable


Chain = list[tuple[int, bool]]
"""Pieces that follow each other: the position of each, and whether it runs forward."""

_End = tuple[int, bool]  # the position of a piece, and whether its first node is meant


def find_chains(
    pieces: Sequence[Piece], stay: Container[Hashable] = ()
) -> tuple[list[Chain], list[int]]:
    """Return the chains of pieces between crossings, and the pieces of rings without any.

    Two pieces are joined at a node where nothing else ends, unless they come from the same
    node, differ in their label, only one of them is one-way, or both lead there or away. Chains
    are in the order of their first pieces, and run as these do.

    Parameters
    ----------
    pieces
        The pieces; they meet at their ends alone.
    stay
        Nodes at which nothing is joined.
    """
    ends: dict[Hashable, list[_End]] = defaultdict(list)
    for k, piece in enumerate(pieces):
        ends[piece.nodes[0]].append((k, True))
        ends[piece.nodes[-1]].append((k, False))
    following: dict[_End, _End] = {}
    for node, (one, *others) in ends.items():
        if len(others) == 1 and node not in stay and _are_one(pieces, one, others[0]):
            following[one], following[others[0]] = others[0], one
    done = [False] * len(pieces)
    chains, rings = [], []
    for k in range(len(pieces)):
        if done[k]:
            continue
        ahead, closed = _follow(following, k, at_first=False)
        behind, _ = ([], True) if closed else _follow(following, k, at_first=True)
        chain = [*((number, not way) for number, way in reversed(behind)), (k, True), *ahead]
        for number, _ in chain:
            done[number] = True
        if closed:
            rings += [number for number, _ in chain]
        else:
            chains.append(chain)
    return chains, rings


def _are_one(pieces: Sequence[Piece], one: _End, other: _End) -> bool:
    (a, starts), (b, also_starts) = one, other
    here, there = pieces[a], pieces[b]
    return (
        here.label == there.label
        and here.one_way == there.one_way
        and not (here.one_way and starts == also_starts)
        and here.nodes[1 if starts else -2] != there.nodes[1 if also_starts else -2]
    )


def _follow(following: dict[_End, _End], start: int, *, at_first: bool) -> tuple[Chain, bool]:
    """Return what follows a piece at one of its ends, and whether that leads back to it."""
    chain: Chain = []
    end = following.get((start, at_first))
    while end is not None and end[0] != start:
        piece, entered_at_first = end
        chain.append((piece, entered_at_first))
        end = following.get((piece, not entered_at_first))
    return chain, end is not None
