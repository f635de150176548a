"""Towns cut into sheets."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcload.model.types import FloatArray
from arcload.views.printing.paper import PAPERS, Box
from arcload.views.printing.sheet_grid import OVERLAP, Cell, Need, SheetGrid, sheet_grid


def _streets(count: int, wide: float, high: float, seed: int) -> list[FloatArray]:
    rng = np.random.default_rng(seed)
    middles = rng.random((count, 1, 2)) * (wide, high)
    moves = rng.normal(scale=40.0, size=(count, 3, 2))
    return list(middles + moves)


def _within(box: Box, point: FloatArray) -> bool:
    x, y = point
    return bool(box.left - 1e-6 <= x <= box.right + 1e-6 and box.low - 1e-6 <= y <= box.high + 1e-6)


@settings(max_examples=30, deadline=None)
@given(
    st.integers(1, 300),
    st.floats(10, 8000),
    st.floats(10, 8000),
    st.sampled_from(sorted(PAPERS)),
    st.sampled_from([1.0, 0.3, None]),
    st.integers(0, 99),
)
def test_every_street_is_on_a_sheet(
    count: int, wide: float, high: float, paper: str, metres: float | None, seed: int
) -> None:
    courses = _streets(count, wide, high, seed)
    grid = sheet_grid(courses, [Need(80.0, 20.0)] * count, paper, metres)
    windows = [grid.window(cell) for cell in grid.cells]
    for course in courses:
        points = np.vstack([np.linspace(a, b, 20) for a, b in pairwise(course)])
        assert all(any(_within(window, point) for window in windows) for point in points)
    frame = grid.paper.frame
    for window in windows:
        assert window.width / grid.unit == pytest.approx(frame.width)
        assert window.height / grid.unit == pytest.approx(frame.height)
    if metres is not None:
        scale = 1000 * grid.unit * metres
        assert scale == pytest.approx(float(f"{scale:.3g}"))


def test_a_small_town_is_one_sheet_and_a_wide_one_lies_on_its_side() -> None:
    wide = sheet_grid([np.array([(0.0, 0.0), (900.0, 300.0)])], [Need(900.0, 10.0)], "a4", 1.0)
    high = sheet_grid([np.array([(0.0, 0.0), (300.0, 900.0)])], [Need(900.0, 10.0)], "a4", 1.0)
    assert (wide.is_single, high.is_single) == (True, True)
    assert wide.paper.width > wide.paper.height
    assert high.paper.width < high.paper.height


def test_cells_without_streets_have_no_sheet() -> None:
    """Two villages at opposite ends of a long way that is not driven."""
    villages = [
        *_streets(90, 500, 500, 1),
        *(street + 6000 for street in _streets(90, 500, 500, 2)),
    ]
    grid = sheet_grid(villages, [Need(80.0, 20.0)] * 180, "a4", 1.0)
    assert 2 <= len(grid.cells) < grid.columns * grid.rows


def test_a_larger_paper_shows_more() -> None:
    courses = _streets(400, 3000, 3000, 3)
    needs = [Need(80.0, 20.0)] * 400
    a4, a3 = (sheet_grid(courses, needs, paper, 1.0) for paper in ("a4", "a3"))
    assert min(len(a3.cells), len(a4.cells)) > 1
    assert (a3.unit, len(a3.cells)) < (a4.unit, len(a4.cells))


def test_cells_are_named_as_on_a_street_map() -> None:
    assert [Cell(1, 2).name, Cell(0, 0).name, Cell(26, 9).name] == ["B3", "A1", "AA10"]


def test_sheets_know_their_neighbours_and_overlap_them() -> None:
    paper = sheet_grid([np.array([(0.0, 0.0), (1.0, 1.0)])], [], "a4").paper
    cells = (Cell(0, 0), Cell(1, 0), Cell(1, 1))
    grid = SheetGrid(paper, 1.0, Box(0, 0, 200, 200), 2, 2, cells)
    assert grid.neighbours(Cell(1, 0)) == {"left": Cell(0, 0), "bottom": Cell(1, 1)}
    assert grid.ground(Cell(1, 0)) == Box(100, 100, 200, 200)
    assert grid.window(Cell(1, 0)) == Box(100, 100, 200, 200).grown(OVERLAP)


def test_a_town_of_one_point_has_a_sheet() -> None:
    grid = sheet_grid([np.zeros((2, 2))], [Need(0.0, 5.0)], "a4", 1.0)
    assert grid.cells == (Cell(0, 0),)
