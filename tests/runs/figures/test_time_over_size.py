"""Time over size, and how it grows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.axes import Axes

from arcload.runs.curves import Curve
from arcload.runs.figures import (
    growth_exponent,
    plot_time_over_size,
    time_to_near,
)
from tests.runs.conftest import run_of
from tests.runs.figures.conftest import line


@given(
    st.floats(0.2, 4), st.floats(1e-6, 1e3), st.sets(st.integers(2, 9999), min_size=3, max_size=8)
)
def test_the_exponent_of_a_power_is_found(exponent: float, factor: float, sizes: set[int]) -> None:
    points = [(size, factor * size**exponent) for size in sizes]
    assert growth_exponent(points) == pytest.approx(exponent, rel=1e-6)


def test_two_sizes_have_no_exponent() -> None:
    assert growth_exponent([(1, 1), (2, 2), (2, 3), (4, 0.0)]) is None


def test_times_over_sizes_carry_their_exponent(ax: Axes) -> None:
    plot_time_over_size({"auto": [(10, 1.0), (20, 4.0), (40, 16.0)]}, "seconds", ax)
    assert line(ax, "auto: m^2.0")[1] == [1.0, 4.0, 16.0]


def test_near_is_the_first_cost_within_a_hundredth_of_the_last() -> None:
    run = run_of(served=30)
    curves = {run.key: Curve((0.1, 0.2, 0.3), (200.0, 100.9, 100.0))}
    assert time_to_near([run], curves) == {"auto": [(30, 0.2)]}
