"""What the pictures share."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import arcload
from arcload import InputError, Instance
from arcload.views.plotting.canvas import (
    drawn_scale,
    line_scale,
    load_colours,
    number,
    require_loads,
    round_down,
    with_unit,
)
from tests.examples import FOUR_EDGES


@given(st.floats(1e-6, 1e12))
def test_a_scale_bar_has_a_round_length(value: float) -> None:
    length = round_down(value)
    assert length <= value * (1 + 1e-9)
    assert length > value / 2.6
    assert f"{length:.0e}"[0] in "125"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.5, "0.5"), (12.345, "12.35"), (1234.5, "1,234"), (2.5e9, "2.5×10⁹"), (1e12, "1×10¹²")],
)
def test_labels_have_no_more_digits_than_one_reads(value: float, text: str) -> None:
    assert number(value) == text


def test_a_unit_stands_in_brackets() -> None:
    assert (with_unit("load", "kg"), with_unit("load", "")) == ("load (kg)", "load")


def test_the_heavier_the_darker() -> None:
    colours, norm = load_colours(200.0)
    light, dark = (sum(colours(norm(load))[:3]) for load in (0.0, 200.0))
    assert dark < light
    assert load_colours(0.0)[1](0.0) == 0.0


def test_lines_are_thinner_where_there_are_many() -> None:
    assert line_scale(FOUR_EDGES) == 1.0
    many = Instance.from_edges([(n, n + 1, 1, 1) for n in range(800)], depot=0)
    assert line_scale(many) == pytest.approx(0.5)


def test_a_walk_without_loads_is_refused_by_its_crossing() -> None:
    walk = arcload.solve(FOUR_EDGES).plan.walk
    require_loads(walk)
    with pytest.raises(InputError, match="crossing 2 "):
        require_loads((walk[0], replace(walk[1], load_after=float("nan")), *walk[2:]))


def test_a_map_has_a_scale_only_if_lengths_follow_the_drawing() -> None:
    along = [np.array([[0.0, 0.0], [length, 0.0]]) for length in (4.0, 2.0, 2.0, 20.0)]
    assert drawn_scale(FOUR_EDGES, along) == pytest.approx(2.0)
    assert drawn_scale(FOUR_EDGES, [along[0]] * 4) is None
