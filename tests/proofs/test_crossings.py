"""Which edges lie on the shortest paths."""

import math

from arcload import FREE, Edge, Instance
from arcload.engine.problem import Problem
from arcload.model.types import BoolArray
from arcload.proofs.crossings import crossed_edges


def on_path(crossed: BoolArray, u: int, v: int) -> list[int]:
    """Return the numbers of the edges on the way from u to v."""
    return [int(e) for e in crossed[u, v].nonzero()[0]]


LINE = [(0, 1, 1, 1), (1, 2, 1, 0), (2, 3, 1, 1), (3, 4, 0, 1)]
"""Edge 2 needs no service; edge 4 has no length. Nodes 0, 1, 2, 3, 4 all matter."""


def test_a_line_by_hand() -> None:
    """Served edges are numbered among themselves; those of no length are left out."""
    crossed = crossed_edges(Problem.of(Instance.from_edges(LINE, depot=1)))
    assert crossed.shape == (6, 5, 3)
    assert on_path(crossed, 0, 4) == on_path(crossed, 4, 0) == [0, 1]
    assert on_path(crossed, 1, 2) == on_path(crossed, 3, 4) == on_path(crossed, 2, 2) == []
    assert on_path(crossed, 2, 4) == [1]


def test_the_last_row_is_the_start() -> None:
    crossed = crossed_edges(Problem.of(Instance.from_edges(LINE, start=2, end=0)))
    assert (crossed[5] == crossed[2]).all()
    free = crossed_edges(Problem.of(Instance.from_edges(LINE, start=FREE, end=0)))
    assert not free[5].any()


def test_collecting_is_driven_backwards() -> None:
    """Round a one-way ring from 0 to 2 over edges 0 and 1: backwards from 2 to 0."""
    ring = [Edge(k, (k + 1) % 3, 1, 1, length_back=math.inf) for k in range(3)]
    deliver = crossed_edges(Problem.of(Instance.from_edges(ring, start=0, end=1)))
    collect = crossed_edges(Problem.of(Instance.from_edges(ring, start=0, end=1, mode="collect")))
    assert on_path(deliver, 0, 2) == [0, 1]
    assert on_path(deliver, 2, 0) == [2]
    assert on_path(collect, 2, 0) == [0, 1]
    assert on_path(collect, 0, 2) == [2]
    assert (deliver[3] == deliver[0]).all()
    assert (collect[3] == collect[1]).all()


def test_the_shortest_of_parallel_edges_is_taken() -> None:
    pair = Instance.from_edges([(0, 1, 2, 1), (0, 1, 1, 1)], depot=0)
    assert on_path(crossed_edges(Problem.of(pair)), 0, 1) == [1]
