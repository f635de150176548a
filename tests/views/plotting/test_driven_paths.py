"""Where crossings are drawn."""

import numpy as np

from arcload import Crossing, Instance
from arcload.views.plotting.drawn_courses import drawn_courses
from arcload.views.plotting.driven_paths import driven_paths


def _drive(served: bool, direction: int = 1) -> Crossing:
    return Crossing("heavy", "d", "a", direction, served, 80, 0, 0, 0)


def test_served_crossings_lie_on_the_street_and_deadheads_beside_each_other(
    block: Instance,
) -> None:
    along = drawn_courses(block)
    walk = [_drive(True), _drive(False), _drive(False), _drive(False), _drive(False, 2)]
    on, first, second, third, back = driven_paths(walk, block, along, 5.0, lanes=2)
    edge = along[block.edge_index("heavy")]
    assert (on == edge).all()
    away = [float(np.abs(path - edge).max()) for path in (first, second, third)]
    assert away == [5.0, 10.0, 10.0]
    assert np.abs(back - edge[::-1]).max() == 5.0
    assert np.abs(driven_paths(walk, block, along, 5.0)[3] - edge).max() == 15.0
