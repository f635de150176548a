"""The page of a printed map that shows where each sheet lies."""

import numpy as np

from arcload.views.printing.along import Line
from arcload.views.printing.label_board import LabelBoard, Slot
from arcload.views.printing.label_places import place_beside
from arcload.views.printing.printed_route import PrintedRoute
from arcload.views.printing.projection import Projection
from arcload.views.printing.scale_bar import scale_bar
from arcload.views.printing.sheet import Label, Mark, Sheet
from arcload.views.printing.sheet_grid import Cell, SheetGrid, sheet_grid

PLACE = 7.5
"""The size of the letters of a place, in points."""

MARK = 3.4
"""Millimetres of the sign of a place."""

_LARGEST, _SMALLEST = 11.0, 6.0  # points of the names of sheets


def overview(printed: PrintedRoute, grid: SheetGrid, pages: dict[Cell, int], paper: str) -> Sheet:
    """Return the page that shows where each sheet lies.

    Parameters
    ----------
    printed
        What the map shows.
    grid
        Its sheets.
    pages
        The number of the page of each cell.
    paper
        The name of the paper.
    """
    extent = grid.extent
    corners = np.array([(extent.left, extent.low), (extent.right, extent.high)])
    whole = sheet_grid([corners], [], paper, printed.metres)
    sheet = Sheet(whole.paper, whole.paper.frame, "overview", scale_bar(whole.unit, printed.metres))
    projection = Projection(whole.window(Cell(0, 0)), whole.unit, sheet.frame)
    board = LabelBoard(sheet.frame)
    _draw_lines(sheet, printed, projection, board)
    for cell, page in pages.items():
        box = projection.box(grid.ground(cell))
        sheet.cells.append(box)
        text = f"{cell.name}, page {page}"
        points = _size(printed, text, box.width - 2)
        width, height = printed.fonts.size(text, points, bold=True)
        slot = Slot(box.left + 1 + width / 2, box.high - 1 - height / 2, width, height)
        board.take(slot)
        sheet.labels.append(Label(text, slot, points, "cell"))
    for node, name in printed.places.items():
        point = projection.point(printed.point(node))
        sheet.marks.append(Mark(point, is_depot(name)))
        size = printed.fonts.size(name, PLACE, bold=True)
        place = place_beside(board, point, *size)
        if place is not None:
            sheet.labels.append(Label(name, place.slot, PLACE, "place", anchor=place.anchor))
    return sheet


def is_depot(name: str) -> bool:
    """Return whether a place is a depot, a start or an end by its name."""
    return not name.startswith("Facility")


def _draw_lines(
    sheet: Sheet, printed: PrintedRoute, projection: Projection, board: LabelBoard
) -> None:
    served = {step.edge for step in printed.route.walk if step.served}
    driven = set(printed.driven)
    for edge, course in enumerate(printed.along):
        lines = sheet.streets
        if edge in driven:
            lines = sheet.served if printed.plane.edges[edge] in served else sheet.deadheads
        lines += projection.pieces(course)
    for line in [*sheet.served, *sheet.deadheads]:
        board.draw(Line(line).every(0.3))


def _size(printed: PrintedRoute, text: str, room: float) -> float:
    """Return the size of letters at which a text is not wider than some millimetres."""
    width, _ = printed.fonts.size(text, _LARGEST, bold=True)
    return float(np.clip(_LARGEST * room / width, _SMALLEST, _LARGEST))
