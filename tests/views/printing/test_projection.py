"""From the ground onto paper."""

import numpy as np

from arcload.views.printing.paper import Box
from arcload.views.printing.projection import Projection

PAGE = Projection(Box(1000, 2000, 1200, 2100), 2.0, Box(10, 20, 110, 70))


def test_the_window_fills_the_frame() -> None:
    assert PAGE.box(Box(1000, 2000, 1200, 2100)) == Box(10, 20, 110, 70)
    assert PAGE.point(np.array([1100.0, 2050.0])) == (60, 45)


def test_what_lies_beside_the_window_is_cut_off() -> None:
    (piece,) = PAGE.pieces(np.array([(900.0, 2050.0), (1100.0, 2050.0)]))
    assert piece.tolist() == [[10, 45], [60, 45]]
    assert PAGE.shows((10, 45))
    assert not PAGE.shows((9, 45))
