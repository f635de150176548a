"""The printed map: a PDF file with names, order numbers and directions, for the driver."""

from arcload.model.courses import require_coordinates
from arcload.model.driven_route import DrivenRoute
from arcload.model.errors import counted
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.one_line import one_line
from arcload.model.street_list import StreetRow, street_list
from arcload.model.units import clock, quantity, time_of_day
from arcload.routes.driven_plan import DrivenPlan
from arcload.views.plotting.canvas import require_matplotlib
from arcload.views.route_name import route_name

PER_VEHICLE = True
"""A driver reads one map, so each vehicle has a file of its own."""


def require(instance: Instance) -> None:
    """Refuse an instance that cannot be drawn, and any without matplotlib."""
    require_matplotlib()
    require_coordinates(instance)


def dump(driven: DrivenPlan) -> bytes:
    """Return the PDF file."""
    from arcload.views.printing.fonts import Fonts
    from arcload.views.printing.pdf import pdf_of
    from arcload.views.printing.printed_route import PrintedRoute
    from arcload.views.printing.sheets import sheets

    nobody = {0: DrivenRoute(driven.instance, driven.instance.vehicle, ())}
    ((number, route),) = (driven.routes or nobody).items()
    name = one_line(driven.instance.name) or "tour"
    if driven.instance.is_fleet and number:
        name = f"{name}, {route_name(number, route.vehicle).lower()}"
    rows, fonts = street_list(route), Fonts()
    printed = PrintedRoute(route, rows, fonts)
    if printed.unprintable:
        driven.notes.append(
            Note(
                f"{counted(printed.unprintable, 'street name')} cannot be printed: no font on this "
                "machine has their letters; install one, such as Noto Sans"
            )
        )
    return pdf_of(name, _facts(route, rows), sheets(printed, driven.paper), fonts)


def _facts(route: DrivenRoute, rows: list[StreetRow]) -> list[str]:
    """Return two lines about a route: how much it is, and which numbers each trip has."""
    instance, vehicle = route.instance, route.vehicle
    length_unit, load_unit = one_line(instance.length_unit), one_line(instance.load_unit)
    served = sum(crossing.served for crossing in route.walk)
    facts = [
        f"{counted(served, 'street')} to serve",
        quantity(round(route.length), length_unit),
        quantity(round(sum(trip.load for trip in route.trips), 6), load_unit),
    ]
    if route.hours is not None:
        facts.append(f"{clock(route.hours)} h")
        if vehicle.leave is not None:
            back = time_of_day(vehicle.leave, route.hours)
            facts.append(f"from {vehicle.leave} to {back}")
    trips = []
    for trip in range(1, len(route.trips) + 1):
        numbers = [number for number, row in enumerate(rows, start=1) if row.trip == trip]
        if numbers:
            trips.append(f"trip {trip}: numbers {numbers[0]} to {numbers[-1]}")
    return ["; ".join(facts), *(["; ".join(trips)] if len(trips) > 1 else [])]
