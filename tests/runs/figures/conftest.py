"""Two methods on two instances, one published method, and axes to draw them in."""

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from arcload.runs.curves import Curve
from arcload.runs.series import Series, best_known
from tests.runs.conftest import run_of

RUNS = [
    run_of("greedy", "E_1", 120.0, bound=90.0, served=10),
    run_of("greedy", "E_2", 110.0, bound=90.0, served=20),
    run_of("auto", "E_1", 100.0, bound=100.0, served=10),
    run_of("auto", "E_2", 100.0, bound=80.0, served=20),
]
CURVES = {run.key: Curve((0.1, 0.4), (200.0, run.cost or 0.0)) for run in RUNS}
BEST = best_known(RUNS)
EA = Series(name="EA", costs={"E_1": (105.0,)}, seconds={"E_1": (9.0,)}, published=True)


@pytest.fixture
def ax() -> Axes:
    """Return axes of a new figure that no window holds."""
    return Figure().add_subplot()


def line(ax: Axes, label: str) -> tuple[list[float], list[float]]:
    """Return the points of the line or points with this label."""
    (found,) = [each for each in ax.lines if str(each.get_label()).startswith(label)]
    x, y = np.asarray(found.get_data(), dtype=float)
    return x.tolist(), y.tolist()
