"""The page that shows where the sheets lie."""

import arcload
from arcload.model.street_list import street_list
from arcload.views.printing.fonts import Fonts
from arcload.views.printing.overview import is_depot, overview
from arcload.views.printing.paper import Box, Paper
from arcload.views.printing.printed_route import PrintedRoute
from arcload.views.printing.sheet_grid import Cell, SheetGrid
from tests.routes.towns import town


def test_streets_places_and_cells_are_on_it() -> None:
    (route,) = arcload.solve(town(), "greedy", bound=False).plan.driven
    printed = PrintedRoute(route, street_list(route), Fonts())
    grid = SheetGrid(Paper.of("a4"), 2.0, Box(-400, -400, 400, 400), 2, 1, (Cell(0, 0), Cell(1, 0)))
    page = overview(printed, grid, {Cell(0, 0): 2, Cell(1, 0): 3}, "a4")
    assert [label.text for label in page.labels] == ["A1, page 2", "B1, page 3", "Depot"]
    assert len(page.cells) == 2
    served = {crossing.edge for crossing in route.walk if crossing.served}
    assert len(page.served) == len(served)
    assert len(page.marks) == 1


def test_a_facility_is_no_depot() -> None:
    assert [is_depot(name) for name in ("Depot", "Depot 7", "Start", "Facility 3")] == [
        *(True, True, True, False)
    ]
