"""Lay out the pages of a printed map."""

import numpy as np

from arcload.views.printing.along import Line, joined
from arcload.views.printing.clipped import clipped
from arcload.views.printing.label_board import LabelBoard, Slot
from arcload.views.printing.label_places import (
    APART,
    Place,
    place_again,
    place_along,
    place_beside,
    place_near,
    place_on_line,
)
from arcload.views.printing.overview import MARK, PLACE, is_depot, overview
from arcload.views.printing.printed_route import PrintedRoute
from arcload.views.printing.projection import Projection
from arcload.views.printing.scale_bar import scale_bar
from arcload.views.printing.sheet import Arrow, Label, Mark, Sheet
from arcload.views.printing.sheet_grid import Cell, Need, SheetGrid, sheet_grid
from arcload.views.printing.stretches import Stretch

NUMBER, NAME, SMALL_NAME = 6.5, 6.5, 6.0
"""Sizes of letters in points: none is smaller than 6."""

_PADDING = 0.5  # millimetres of a box around an order number
_ARROWS = 35.0  # millimetres from arrow to arrow
_SHORT, _SHORTEST = 5.0, 1.5  # millimetres of a street with an arrow; where no other has one
_ARROW = 2.2  # millimetres of room for an arrow
_STREET, _DRIVEN = 0.5, 1.0  # how much worse text is to read on these lines


def sheets(printed: PrintedRoute, paper: str) -> list[Sheet]:
    """Return the pages of a map: one, or an overview and a sheet for each part of the town.

    Parameters
    ----------
    printed
        What the map shows.
    paper
        The name of the paper.
    """
    shown = printed.driven or list(range(len(printed.along)))
    courses = [printed.along[edge] for edge in shown]
    grid = sheet_grid(courses, _needs(printed, set(shown)), paper, printed.metres)
    if grid.is_single:
        return [_Layout(printed, grid, Cell(0, 0)).sheet("")]
    pages = {cell: page for page, cell in enumerate(grid.cells, start=2)}
    laid_out = []
    for cell in grid.cells:
        sheet = _Layout(printed, grid, cell).sheet(f"sheet {cell.name}")
        beside = grid.neighbours(cell).items()
        sheet.beside = {side: f"{other.name}, page {pages[other]}" for side, other in beside}
        laid_out.append(sheet)
    return [overview(printed, grid, pages, paper), *laid_out]


def _needs(printed: PrintedRoute, shown: set[int]) -> list[Need]:
    """Return the labels of the streets that are driven, for the choice of the scale."""
    needs = []
    for stretch in printed.numbers:
        width, _ = printed.fonts.size(stretch.text, NUMBER, bold=True)
        needs.append(Need(printed.length(stretch.edges), width + _ARROW + 2 * _PADDING))
    for stretch in printed.names:
        if shown.issuperset(stretch.edges):
            width, _ = printed.fonts.size(stretch.text, NAME)
            needs.append(Need(printed.length(stretch.edges), width))
    return needs


class _Layout:
    """What is put on the page of one cell, step by step."""

    def __init__(self, printed: PrintedRoute, grid: SheetGrid, cell: Cell) -> None:
        frame = grid.paper.frame
        self._printed, self._unit = printed, grid.unit
        self._projection = Projection(grid.window(cell), grid.unit, frame)
        self._cell = self._projection.box(grid.ground(cell))
        self._board = LabelBoard(frame)
        self._sheet = Sheet(grid.paper, frame, "", scale_bar(grid.unit, printed.metres))

    def sheet(self, title: str) -> Sheet:
        """Return the page."""
        self._sheet.title = title
        self._draw_lines()
        self._mark_places()
        self._write_numbers()
        self._draw_arrows()
        self._write_names()
        return self._sheet

    def _draw_lines(self) -> None:
        sheet, printed = self._sheet, self._printed
        driven = set(printed.driven)
        self._courses = {}
        for edge, course in enumerate(printed.along):
            pieces = self._projection.pieces(course)
            if pieces:
                self._courses[edge] = pieces
            sheet.streets += [] if edge in driven else pieces
        self._paths = [self._projection.pieces(path) for path in printed.paths(self._unit)]
        for crossing, pieces in zip(printed.route.walk, self._paths, strict=True):
            (sheet.served if crossing.served else sheet.deadheads).extend(pieces)
        for lines, weight in (
            (sheet.streets, _STREET),
            (sheet.served, _DRIVEN),
            (sheet.deadheads, _DRIVEN),
        ):
            for line in lines:
                self._board.draw(Line(line).every(0.3), weight)

    def _mark_places(self) -> None:
        shown = {
            point: name
            for node, name in self._printed.places.items()
            if self._projection.shows(point := self._projection.point(self._printed.point(node)))
        }
        for (x, y), name in shown.items():
            self._sheet.marks.append(Mark((x, y), is_depot(name)))
            self._board.take(Slot(x, y, MARK, MARK))
        for point, name in shown.items():
            size = self._printed.fonts.size(name, PLACE, bold=True)
            self._keep(name, place_beside(self._board, point, *size), PLACE, "place")

    def _write_numbers(self) -> None:
        """Write the order numbers, those of short streets first: they have few places."""
        chosen = []
        for stretch in self._printed.numbers:
            lines = self._lines(stretch)
            if lines:
                chosen.append((lines[0].length, stretch, lines))
        for _, stretch, lines in sorted(chosen, key=lambda each: each[0]):
            width, height = self._printed.fonts.size(stretch.text, NUMBER, bold=True)
            size = width + 2 * _PADDING, height + 2 * _PADDING
            place = place_on_line(self._board, lines, *size)
            self._keep(stretch.text, place, NUMBER, "number", stretch.trip)

    def _draw_arrows(self) -> None:
        for row in self._printed.rows:
            pieces = [
                (Line(piece), self._printed.route.walk[position].served)
                for position in row.crossings
                for piece in self._paths[position]
            ]
            long = [piece for piece in pieces if piece[0].length >= _SHORT]
            if not long:
                longest = max(pieces, key=lambda piece: piece[0].length, default=None)
                long = [longest] if longest and longest[0].length >= _SHORTEST else []
            for line, served in long:
                for part in range(count := max(1, round(line.length / _ARROWS))):
                    self._draw_arrow(line, part / count, 1 / count, served)

    def _draw_arrow(self, line: Line, begin: float, share: float, served: bool) -> None:
        """Draw an arrow on a part of a line, at its middle unless a label is there."""
        wheres = [(begin + share * at) * line.length for at in (0.5, 0.35, 0.65, 0.2, 0.8)]
        slots = [Slot.at(line.at(where), _ARROW, _ARROW) for where in wheres]
        free = [at for at, slot in zip(wheres, slots, strict=True) if self._board.fits(slot)]
        where = (free or wheres)[0]
        (x, y), (east, north) = line.at(where).tolist(), line.heading(where).tolist()
        self._sheet.arrows.append(Arrow((x, y), (east, north), served))
        self._board.take(Slot(x, y, _ARROW / 2, _ARROW / 2))

    def _write_names(self) -> None:
        """Write the names, first those of streets that are driven and of short ones.

        Along a street that is long on this page the name stands again where there is room.
        """
        driven = set(self._printed.driven)
        chosen = []
        for stretch in self._printed.names:
            lines = self._lines(stretch)
            if lines:
                side = driven.isdisjoint(stretch.edges)
                chosen.append((side, lines[0].length, stretch.text, lines))
        chosen.sort(key=lambda each: each[:2])
        for side, _, text, lines in chosen:
            self._write_name(text, lines, "side name" if side else "name")
        for side, _, text, lines in chosen:
            if not side:
                self._write_again(text, lines)

    def _write_name(self, text: str, lines: list[Line], kind: str) -> None:
        sizes = (NAME, SMALL_NAME) if kind == "name" else (SMALL_NAME,)
        for points in sizes:
            size = self._printed.fonts.size(text, points)
            place = place_along(self._board, lines, *size)
            if place is not None:
                break
        else:
            place = place_near(self._board, lines, *size)
        self._keep(text, place, points, kind)

    def _write_again(self, text: str, lines: list[Line]) -> None:
        size = self._printed.fonts.size(text, NAME)
        for line in lines:
            count = int(line.length / APART)
            for number in range(count):
                part = line.part(*(line.length * np.array([number, number + 1]) / count))
                there = [label.slot for label in self._sheet.labels if label.text == text]
                place = place_again(self._board, part, *size, there)
                if place is not None:
                    self._keep(text, place, NAME, "name")

    def _lines(self, stretch: Stretch) -> list[Line]:
        """Return a stretch on this page; none where only a hint of it is, beside the cell."""
        pieces = [piece for edge in stretch.edges for piece in self._courses.get(edge, ())]
        lines = joined(pieces)
        inside = any(clipped(piece, self._cell) for piece in pieces)
        return lines if inside or (lines and lines[0].length >= _SHORT) else []

    def _keep(
        self, text: str, place: Place | None, points: float, kind: str, trip: int = 0
    ) -> None:
        if place is None:
            self._sheet.unplaced.append(text.replace("\n", " "))
        else:
            self._sheet.labels.append(Label(text, place.slot, points, kind, trip, place.anchor))
