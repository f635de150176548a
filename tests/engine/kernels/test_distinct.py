"""The tree of beginnings of tours that were drawn before."""

import numpy as np
import pytest

from arcload.engine.kernels.distinct import Path, close, follow, keep, nothing_drawn


def test_a_tour_drawn_before_closes_its_share_at_every_beginning() -> None:
    """Two edges of weight 1 and 3, in either order: drawing 0, 1 leaves 3/4 of all chances open."""
    drawn = nothing_drawn(5, 2)
    first = follow(0, 0, 0, drawn)
    assert first == 1
    path = Path(
        np.array([0, first]), np.array([1.0, 3.0]), np.array([3.0, 0.0]), np.array([4.0, 3.0])
    )
    keep(path, drawn)
    assert drawn.share[first] == 0, "edge 1 is all that is left after edge 0"
    assert drawn.share[0] == pytest.approx(3 / 4)
    weights = np.array([1.0, 3.0])
    close(0, np.arange(2), drawn, weights)
    assert weights.tolist() == [0, 3]


def test_a_beginning_has_one_node() -> None:
    drawn = nothing_drawn(5, 4)
    ab = follow(follow(0, 7, 0, drawn), 8, 0, drawn)
    ac = follow(follow(0, 7, 0, drawn), 9, 0, drawn)
    assert ab != ac
    assert follow(follow(0, 7, 0, drawn), 8, 0, drawn) == ab
    assert drawn.nodes[0] == 4
    assert drawn.share[[ab, ac]].tolist() == [1, 1]


def test_a_full_tree_takes_no_more() -> None:
    drawn = nothing_drawn(1, 2)  # room for the beginning of all tours, and one more
    assert follow(0, 1, 0, drawn) == 1
    assert follow(0, 2, 0, drawn) == -1
    assert follow(0, 1, 0, drawn) == 1
