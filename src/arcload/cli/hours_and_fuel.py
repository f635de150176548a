"""What people read of the hours and the fuel of a plan."""

from typing import TYPE_CHECKING

from arcload.model.units import clock, time_of_day

if TYPE_CHECKING:
    from arcload.model.driven_route import DrivenRoute
    from arcload.model.plan import Plan


def hours_and_fuel(plan: "Plan") -> list[tuple[str, str]]:
    """Return the hours of a plan and its litres, each where they are known."""
    facts = []
    longest = [route.hours for route in plan.driven if route.hours is not None]
    if plan.hours is not None and longest:
        hours = clock(plan.hours)
        if plan.instance.is_fleet:
            hours += f", the longest route {clock(max(longest))}"
        elif plan.driven[0].vehicle.leave is not None:
            hours += f", {from_to(plan.driven[0])}"
        facts.append(("hours", hours))
    if plan.litres is not None:
        price = "" if plan.fuel_cost is None else f", at a cost of {plan.fuel_cost:,.2f}"
        facts.append(("fuel", f"{plan.litres:,.2f} litres{price}"))
    return facts


def from_to(route: "DrivenRoute") -> str:
    """Return when a vehicle leaves and is back, nothing where that is not known."""
    if route.vehicle.leave is None or route.hours is None:
        return ""
    return f"{route.vehicle.leave} to {time_of_day(route.vehicle.leave, route.hours)}"
