"""What the map of one vehicle shows: streets on a plane, and what is written along them."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from arcload.model.driven_route import DrivenRoute
from arcload.model.instance import Instance
from arcload.model.one_line import one_line
from arcload.model.street_list import StreetRow
from arcload.model.types import FloatArray, Id
from arcload.model.units import METRES
from arcload.model.vehicle import Free
from arcload.views.place_names import place_names
from arcload.views.plotting.canvas import drawn_scale
from arcload.views.plotting.drawn_courses import drawn_courses, drawn_length
from arcload.views.plotting.driven_paths import driven_paths
from arcload.views.plotting.plane import on_plane
from arcload.views.printing.fonts import Fonts
from arcload.views.printing.stretches import Stretch, named_stretches, numbered_stretches

_ASIDE = 1.05  # millimetres by which a deadhead lies to the right of the street
_LANES = 2  # how many deadheads on one street lie beside each other


class PrintedRoute:
    """The route of one vehicle as its map shows it.

    Parameters
    ----------
    route
        The route.
    rows
        Its list of streets.
    fonts
        The fonts of the map.
    """

    def __init__(self, route: DrivenRoute, rows: Sequence[StreetRow], fonts: Fonts) -> None:
        self.route, self.rows, self.fonts = route, tuple(rows), fonts
        self.plane: Instance = on_plane(route.instance)
        self.along: list[FloatArray] = drawn_courses(self.plane)

    @cached_property
    def driven(self) -> list[int]:
        """Indices of the streets that are driven."""
        return list(dict.fromkeys(self.plane.edge_index(step.edge) for step in self.route.walk))

    @cached_property
    def metres(self) -> float | None:
        """Metres in a unit of the coordinates, None where that is not known."""
        if self.route.instance.geographic:
            return 1.0
        scale, unit = drawn_scale(self.plane, self.along), METRES.get(self.plane.length_unit)
        return None if scale is None or unit is None else unit / scale

    @cached_property
    def numbers(self) -> list[Stretch]:
        """The order numbers, per trip."""
        return numbered_stretches(self.route, self.rows)

    @cached_property
    def names(self) -> list[Stretch]:
        """The names of the streets that can be printed."""
        stretches = named_stretches(self.plane)
        return [stretch for stretch in stretches if self.fonts.can_show(stretch.text)]

    @cached_property
    def unprintable(self) -> int:
        """How many names of streets have letters that no font on this machine has."""
        names = {one_line(name) for name in self.plane.names or ()}
        return sum(not self.fonts.can_show(name) for name in names)

    @cached_property
    def places(self) -> dict[Id, str]:
        """What the nodes are called where the vehicle starts, ends, loads or unloads."""
        vehicle = self.route.vehicle
        ends = [place for place in (vehicle.start, vehicle.end) if not isinstance(place, Free)]
        visited = [trip.facility for trip in self.route.trips if trip.facility is not None]
        wanted = dict.fromkeys([*ends, *visited])
        names = place_names(self.plane)
        return {node: names[node] for node in wanted if node in names}

    def length(self, edges: Sequence[int]) -> float:
        """Return how long streets are drawn together, in the unit of the coordinates."""
        return sum(drawn_length(self.along[edge]) for edge in edges)

    def paths(self, unit: float) -> list[FloatArray]:
        """Return where each crossing is drawn, if a millimetre is so many units."""
        return driven_paths(self.route.walk, self.plane, self.along, _ASIDE * unit, lanes=_LANES)

    def point(self, node: Id) -> FloatArray:
        """Return where a node lies."""
        assert self.plane.coordinates is not None
        point: FloatArray = np.asarray(self.plane.coordinates[self.plane.node_index(node)])
        return point
