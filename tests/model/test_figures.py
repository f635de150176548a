"""Figures that no street can have are refused, with the edge or node that has them."""

from typing import Any

import numpy as np
import pytest

import arcload

STREETS: dict[str, Any] = {
    "nodes": (1, 2),
    "edges": ("a", "b"),
    "ends": [(0, 1), (1, 0)],
    "lengths": [(5, 5), (7, 7)],
    "demands": [1, 2],
    "vehicles": (arcload.Vehicle(curb_weight=1, start=1, end=1),),
}


@pytest.mark.parametrize(
    ("column", "index", "value", "said"),
    [
        ("ends", (1, 0), 2, "edge 'b' ends at an unknown node"),
        ("ends", (0, 1), -1, "edge 'a' ends at an unknown node"),
        ("lengths", (1, 1), -3, r"edge 'b' \(2-1\) has length -3; .* 0 or more"),
        ("lengths", (0, 1), np.nan, r"edge 'a' \(1-2\) has length nan"),
        ("lengths", 0, np.inf, r"edge 'a' \(1-2\) may not be driven in either direction"),
        ("demands", 1, -2, r"edge 'b' \(2-1\) has demand -2"),
        ("demands", 0, np.inf, r"edge 'a' \(1-2\) has demand inf"),
        ("lengths", 0, 1e308, "too large; use larger units"),
    ],
)
def test_the_edge_is_named(column: str, index: Any, value: float, said: str) -> None:
    assert len(arcload.Instance(**STREETS).edges) == 2
    changed = np.array(STREETS[column], dtype=float)
    changed[index] = value
    if column == "ends":
        changed = changed.astype(np.int64)
    with pytest.raises(arcload.InputError, match=said):
        arcload.Instance(**{**STREETS, column: changed})


@pytest.mark.parametrize(
    ("points", "geographic", "said"),
    [
        (None, True, "has no coordinates; give each node's"),
        ([(8, 47), (8, np.nan)], False, "node 2 has a coordinate that is no number"),
        ([(8, 47), (47, 98)], True, "node 2 is at longitude 47 and latitude 98"),
        ([(181, 47), (8, 47)], True, "node 1 is at longitude 181 and latitude 47"),
    ],
)
def test_the_node_is_named(points: Any, geographic: bool, said: str) -> None:
    with pytest.raises(arcload.InputError, match=said):
        arcload.Instance(**STREETS, coordinates=points, geographic=geographic)


def test_a_tour_that_costs_nothing_is_no_problem_to_solve() -> None:
    vehicle = arcload.Vehicle(curb_weight=0, load_factor=0, start=1, end=1)
    with pytest.raises(arcload.InputError, match="every tour costs nothing"):
        arcload.Instance(**{**STREETS, "vehicles": (vehicle,)})
