"""What people read of the plan of a fleet."""

from typing import TYPE_CHECKING

from arcload.cli.hours_and_fuel import from_to
from arcload.model.errors import counted
from arcload.model.one_line import one_line
from arcload.model.units import CostUnit, clock, percent, quantity

if TYPE_CHECKING:
    from arcload.model.driven_route import DrivenRoute
    from arcload.model.plan import Plan

_NAMED = 3  # streets left out that are named


def fleet_facts(plan: "Plan") -> list[tuple[str, str]]:
    """Return how many vehicles and trips a plan has, and what it leaves out."""
    vehicles, trips = counted(len(plan.routes), "vehicle"), counted(plan.trips, "trip")
    facts = [("vehicles", f"{vehicles}, {trips}")]
    if plan.instance.objective == "balance" and not any(route.hours for route in plan.driven):
        facts.append(("longest route", quantity(plan.longest, plan.instance.length_unit)))
    if plan.unserved:
        facts.append(("left out", _left_out(plan)))
    return facts


def _left_out(plan: "Plan") -> str:
    instance = plan.instance
    edges = [instance.edge_index(edge) for edge in plan.unserved]
    share = percent(float(instance.demands[edges].sum()) / instance.total_demand)
    named = ", ".join(instance.streets.label(edge) for edge in edges[:_NAMED])
    more = f" and {len(edges) - _NAMED:,} more" if len(edges) > _NAMED else ""
    return f"{counted(len(edges), 'street')} with {share} of the demand: {named}{more}"


def route_table(plan: "Plan", unit: CostUnit) -> tuple[list[str], list[list[str]]]:
    """Return the names of the columns of a table of routes, and its rows."""
    instance = plan.instance
    timed = any(route.hours is not None for route in plan.driven)
    clocked = timed and any(route.vehicle.leave is not None for route in plan.driven)
    fuelled = any(route.litres is not None for route in plan.driven)
    columns = ["route", "vehicle", "trips", "load", "length", *(["h:mm"] if timed else [])]
    columns += [*(["from-to"] if clocked else []), *(["litres"] if fuelled else []), "cost"]
    rows = [
        [
            str(number),
            _vehicle(plan, route),
            str(len(route.trips)),
            quantity(sum(trip.load for trip in route.trips), instance.load_unit),
            quantity(route.length, instance.length_unit),
            *([clock(route.hours) if route.hours is not None else "unknown"] if timed else []),
            *([from_to(route) or "unknown"] if clocked else []),
            *(["unknown" if route.litres is None else f"{route.litres:,.2f}"] if fuelled else []),
            unit.text(route.cost),
        ]
        for number, route in enumerate(plan.driven, start=1)
    ]
    if not any(row[1] for row in rows):
        del columns[1]
        rows = [[row[0], *row[2:]] for row in rows]
    return columns, rows


def _vehicle(plan: "Plan", route: "DrivenRoute") -> str:
    """Return what a vehicle is called; nothing where all are alike and have no label."""
    vehicles = plan.instance.vehicles
    if route.vehicle.label:
        return one_line(route.vehicle.label)
    return f"type {vehicles.index(route.vehicle) + 1}" if len(vehicles) > 1 else ""
