"""Crossings as columns."""

from arcload import Tour
from arcload.views.page.crossing_columns import crossing_columns
from tests.examples import FOUR_EDGES


def test_edges_flags_and_loads_of_a_walk() -> None:
    walk = Tour(FOUR_EDGES, (1, 2, 4, 3), (1, 1, 1, 2)).walk
    assert crossing_columns(walk, FOUR_EDGES) == {
        "edge": [0, 1, 3, 2],
        "flags": [3, 3, 3, 2],
        "load": [135, 35, 15, 10, 0],
    }
    assert crossing_columns((), FOUR_EDGES) == {"edge": [], "flags": [], "load": []}
