"""How a town is cut into sheets of paper, and at which scale."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from arcload.model.types import FloatArray
from arcload.views.printing.clipped import clipped, crosses
from arcload.views.printing.paper import Box, Paper

OVERLAP = 8.0
"""Millimetres of the sheets around it that a sheet shows, too."""

_ROUND = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 7.0, 8.0, 9.0)
"""Scales, times a power of ten."""

_STREETS = 45  # per sheet, at least: a driver does not turn pages at every corner
_FEW = 4  # sheets that any town may take
_SHARE = 0.25  # of the streets that may be shorter than their labels
_TOLERANCE = 1.3  # how much smaller the scale may be where one sheet is then enough
_AROUND = 5.0  # millimetres free around the streets on a single sheet


class Cell(NamedTuple):
    """A place in the grid; row 0 is at the top."""

    column: int
    row: int

    @property
    def name(self) -> str:
        """Its name, such as ``B3``."""
        letters, column = "", self.column + 1
        while column:
            column, letter = divmod(column - 1, 26)
            letters = chr(ord("A") + letter) + letters
        return f"{letters}{self.row + 1}"


@dataclass(frozen=True)
class SheetGrid:
    """The sheets of a map.

    Parameters
    ----------
    paper
        The paper of all sheets.
    unit
        What a millimetre on paper is in the unit of the coordinates.
    extent
        The ground that the grid covers.
    columns, rows
        How many cells it has each way.
    cells
        Those that have a sheet, row by row; the others are empty.
    """

    paper: Paper
    unit: float
    extent: Box
    columns: int
    rows: int
    cells: tuple[Cell, ...]

    @property
    def is_single(self) -> bool:
        """Whether one sheet shows everything."""
        return self.columns == self.rows == 1

    def ground(self, cell: Cell) -> Box:
        """Return the ground of a cell."""
        wide, high = self.extent.width / self.columns, self.extent.height / self.rows
        left, high_side = self.extent.left + cell.column * wide, self.extent.high - cell.row * high
        return Box(left, high_side - high, left + wide, high_side)

    def window(self, cell: Cell) -> Box:
        """Return the ground that the sheet of a cell shows: its own and some around it."""
        ground = self.ground(cell)
        return ground if self.is_single else ground.grown(OVERLAP * self.unit)

    def neighbours(self, cell: Cell) -> dict[str, Cell]:
        """Return the sheets that lie beside one, by their side."""
        beside = {
            "left": Cell(cell.column - 1, cell.row),
            "right": Cell(cell.column + 1, cell.row),
            "top": Cell(cell.column, cell.row - 1),
            "bottom": Cell(cell.column, cell.row + 1),
        }
        return {side: other for side, other in beside.items() if other in self.cells}


class Need(NamedTuple):
    """How long a street is in the unit of the coordinates, and its label in millimetres."""

    length: float
    width: float


def sheet_grid(
    courses: Sequence[FloatArray],
    needs: Sequence[Need],
    paper: str,
    metres: float | None = None,
) -> SheetGrid:
    """Return the sheets on which streets can be read.

    One sheet if that is enough. Else the scale is such that three quarters of the streets are
    longer than their labels, or smaller where that took too many sheets.

    Parameters
    ----------
    courses
        The streets that the map is for.
    needs
        The labels that are to be written along them.
    paper
        The name of the paper.
    metres
        Metres in a unit of the coordinates, for a round scale; None where that is not known.
    """
    extent = _extent(courses)
    papers = [Paper.of(paper), Paper.of(paper, landscape=True)]
    single = min((_single(extent, each, metres) for each in papers), key=lambda grid: grid.unit)
    wanted = _wanted(needs)
    if single.unit <= _TOLERANCE * wanted:
        return single
    most = max(_FEW, len(courses) // _STREETS)
    segments = _Segments(courses)
    for unit in _units(wanted, metres):
        if unit >= single.unit:
            break
        grids = [_grid(segments, extent, each, unit, metres) for each in papers]
        best = min(grids, key=lambda grid: (len(grid.cells), grid.unit))
        if len(best.cells) <= most:
            return _without_repeated(best, courses)
    return single


def _extent(courses: Sequence[FloatArray]) -> Box:
    points = np.concatenate(courses)
    return Box(*points.min(axis=0).tolist(), *points.max(axis=0).tolist())


def _wanted(needs: Sequence[Need]) -> float:
    """Return the unit at which most labels are shorter than their streets."""
    units = [need.length / need.width for need in needs if need.length > 0]
    return float(np.quantile(units, _SHARE)) if units else math.inf


def _single(extent: Box, paper: Paper, metres: float | None) -> SheetGrid:
    """Return one sheet with everything, at the largest round scale."""
    frame = paper.frame.grown(-_AROUND)
    least = max(extent.width / frame.width, extent.height / frame.height)
    unit = next(_units(least, metres, above=True)) if least > 0 else 1.0
    ground = _centred(extent, paper.frame.width * unit, paper.frame.height * unit)
    return SheetGrid(paper, unit, ground, 1, 1, (Cell(0, 0),))


def _units(start: float, metres: float | None, *, above: bool = False) -> Iterator[float]:
    """Give units from one on, of round scales such as 1:2,500 where a unit is so many metres.

    They begin with the last that is not above `start`, or with the first that is not below it.
    """
    if metres is None:
        while True:
            yield start
            start *= 1.25
    denominator = start * metres * 1000
    power = 10.0 ** math.floor(math.log10(denominator)) / 10
    scales: list[float] = []
    while len(scales) < 60:
        scales += [power * each for each in _ROUND]
        power *= 10
    close = 1e-9
    first = sum(scale < denominator * (1 - close) for scale in scales)
    if not above and scales[first] > denominator * (1 + close):
        first -= 1
    for scale in scales[first:]:
        yield scale / metres / 1000


class _Segments:
    """The straight pieces of all streets, from point to point."""

    def __init__(self, courses: Sequence[FloatArray]) -> None:
        self._start = np.concatenate([course[:-1] for course in courses])
        self._end = np.concatenate([course[1:] for course in courses])

    def cells(self, grid: SheetGrid) -> tuple[Cell, ...]:
        """Return the cells of a grid in which a street lies, row by row."""
        size = np.array([grid.extent.width / grid.columns, grid.extent.height / grid.rows])
        last = np.array([grid.columns - 1, grid.rows - 1])
        first, second = (
            np.floor((points - (grid.extent.left, grid.extent.high)) * (1, -1) / size)
            .astype(np.int64)
            .clip(0, last)
            for points in (self._start, self._end)
        )
        cells = {Cell(*pair) for pair in np.unique(np.vstack([first, second]), axis=0).tolist()}
        for k in np.flatnonzero((first != second).any(axis=1)):
            columns, rows = (sorted(pair) for pair in zip(first[k], second[k], strict=True))
            for column in range(columns[0], columns[1] + 1):
                for row in range(rows[0], rows[1] + 1):
                    cell = Cell(column, row)
                    if cell not in cells and self._crosses(int(k), grid.ground(cell)):
                        cells.add(cell)
        return tuple(sorted(cells, key=lambda cell: (cell.row, cell.column)))

    def _crosses(self, k: int, box: Box) -> bool:
        return bool(crosses(self._start[k : k + 1], self._end[k : k + 1], box).any())


def _grid(
    segments: _Segments,
    extent: Box,
    paper: Paper,
    unit: float,
    metres: float | None,
) -> SheetGrid:
    """Return a grid in the position, of a few, that leaves the most cells empty.

    Its scale may be larger than asked for, if the town then needs no more columns and rows.
    """
    wide, high = paper.frame.width - 2 * OVERLAP, paper.frame.height - 2 * OVERLAP
    columns, rows = (
        max(1, math.ceil(side / (cell * unit) - 1e-9))
        for side, cell in ((extent.width, wide), (extent.height, high))
    )
    least = max(extent.width / (columns * wide), extent.height / (rows * high))
    unit = min(unit, next(_units(least, metres, above=True)))
    centred = _centred(extent, columns * wide * unit, rows * high * unit)
    spare_x, spare_y = (centred.width - extent.width) / 2, (centred.height - extent.height) / 2
    best: SheetGrid | None = None
    for x, y in ((0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)):
        ground = Box(
            centred.left + x * spare_x,
            centred.low + y * spare_y,
            centred.right + x * spare_x,
            centred.high + y * spare_y,
        )
        grid = SheetGrid(paper, unit, ground, columns, rows, ())
        grid = replace(grid, cells=segments.cells(grid))
        if best is None or len(grid.cells) < len(best.cells):
            best = grid
    assert best is not None
    return best


def _without_repeated(grid: SheetGrid, courses: Sequence[FloatArray]) -> SheetGrid:
    """Return the grid without the sheets whose streets are all on other sheets, too."""
    cells = set(grid.cells)
    for cell in grid.cells:
        if _is_shown_beside(grid, cells - {cell}, cell, courses):
            cells.remove(cell)
    return replace(grid, cells=tuple(cell for cell in grid.cells if cell in cells))


def _is_shown_beside(
    grid: SheetGrid, others: set[Cell], cell: Cell, courses: Sequence[FloatArray]
) -> bool:
    """Return whether each street of a cell is whole on the sheet of another."""
    ground = grid.ground(cell)
    around = [grid.window(other) for other in others if _touch(cell, other)]
    for course in courses:
        for piece in clipped(course, ground):
            if not any(_holds(window, piece) for window in around):
                return False
    return True


def _touch(cell: Cell, other: Cell) -> bool:
    return max(abs(cell.column - other.column), abs(cell.row - other.row)) == 1


def _holds(window: Box, piece: FloatArray) -> bool:
    (left, low), (right, high) = piece.min(axis=0), piece.max(axis=0)
    return bool(
        left >= window.left and low >= window.low and right <= window.right and high <= window.high
    )


def _centred(extent: Box, width: float, height: float) -> Box:
    x, y = (extent.left + extent.right) / 2, (extent.low + extent.high) / 2
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)
