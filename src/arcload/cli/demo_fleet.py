"""The second half of ``arcload demo``: the same town with two vehicles that load on the way."""

import math
from pathlib import Path
from typing import TYPE_CHECKING

from arcload.cli import show
from arcload.model.units import CostUnit, quantity
from arcload.solving.watch import watch

if TYPE_CHECKING:
    from arcload.model.instance import Instance
    from arcload.model.plan import Plan
    from arcload.model.result import Result
    from arcload.model.types import Id

FILES = ("fleet.json", "plan.json", "plan.html", "plan.png")
"""What it writes."""

_ITERATIONS = 100_000
_VEHICLES, _TRIPS = 2, 3
_SHARE = 4  # a vehicle holds a quarter of the load; six such trips hold the streets of any town


def solve_fleet(town: "Instance", seed: int) -> "Result":
    """Return a plan of two vehicles that hold a part of the town's load."""
    from arcload.solving.solve import solve

    with watch("demo", silent=False) as on_progress:
        return solve(
            fleet_of(town),
            "auto",
            seed=seed,
            iterations=_ITERATIONS,
            threads=2,
            on_progress=on_progress,
        )


def fleet_of(town: "Instance") -> "Instance":
    """Return the town with two vehicles, and a second place to load amid the demand."""
    from arcload.model.facility import Facility

    most = float(town.demands.max(initial=0.0))
    return town.replace(
        capacity=max(math.ceil(town.total_demand / _SHARE), most),
        count=_VEHICLES,
        max_trips=_TRIPS,
        facilities=[Facility(_amid_demand(town))],
    )


def _amid_demand(town: "Instance") -> "Id":
    """Return the node nearest to the middle of the demand."""
    import numpy as np

    assert town.coordinates is not None
    middles = town.coordinates[town.ends].mean(axis=1)
    middle = np.average(middles, axis=0, weights=town.demands)
    return town.nodes[int(np.argmin(((town.coordinates - middle) ** 2).sum(axis=1)))]


def write_and_check(result: "Result", folder: Path, drawn: bool) -> None:
    """Write all files, and check the plan as a user would.

    Parameters
    ----------
    result
        The plan.
    folder
        Where to.
    drawn
        Whether pictures can be drawn.
    """
    from arcload.maps.formats import read, write
    from arcload.model.result_file import load_result
    from arcload.routes import write_route

    write(result.plan.instance, folder / "fleet.json")
    write_route(result, folder / "plan.json", folder / "plan.html")
    load_result(folder / "plan.json", read(folder / "fleet.json"))
    if drawn:
        write_route(result, folder / "plan.png")


def print_beside(tour: "Plan", plan: "Plan") -> None:
    """Print the plan beside the single tour, and what makes the difference."""
    fleet = plan.instance
    capacity = quantity(fleet.capacity or 0.0, fleet.load_unit)
    show.print_facts(
        "The same town with two vehicles that load on the way",
        [
            ("vehicles", f"{_VEHICLES} that hold {capacity} each and make at most {_TRIPS} trips"),
            ("loading", f"at the depot, and at node {fleet.facilities[0].node} amid the demand"),
        ],
    )
    show.print_facts("", ())
    unit = CostUnit.of(max(tour.cost, plan.cost), fleet.length_unit, fleet.load_unit)
    figures = [
        ("cost", tour.cost, plan.cost),
        ("load-distance", tour.load_distance, plan.load_distance),
        ("distance", tour.length, plan.length),
        ("deadhead", tour.deadhead_length, plan.deadhead_length),
        ("longest route", tour.length, plan.longest),
    ]
    rows = []
    for name, one, two in figures:
        of_load = name in ("cost", "load-distance")
        cells = [unit.text(x) if of_load else quantity(x, fleet.length_unit) for x in (one, two)]
        rows.append((name, *cells, show.change(two / one - 1 if one else None)))
    rows.append(("trips", "1", str(plan.trips), ""))
    show.print_table(("", "one tour", "this plan", "change"), rows)
    show.print_facts("", _reasons(tour, plan))


def _reasons(tour: "Plan", plan: "Plan") -> list[tuple[str, str]]:
    reasons = ["no vehicle has more than its capacity on board, so less load is moved"]
    if plan.cost < tour.cost and plan.length > tour.length:
        reasons.append("driving to load again makes it longer; the lighter load is worth more")
    if plan.cost >= tour.cost:
        reasons.append("driving to load again costs more here than the lighter load saves")
    if len(plan.routes) > 1:
        reasons.append("both drive at the same time: all is served when the longer route ends")
    return [("" if number else "why", reason) for number, reason in enumerate(reasons)]


def facts_of_files(folder: Path, drawn: bool) -> list[tuple[str, str]]:
    """Return which files to look at."""
    facts = [("the two vehicles", f"{folder / 'plan.html'} in a browser")]
    if drawn:
        facts.append(("", f"{folder / 'plan.png'} for print"))
    facts.append(("", f"{folder / 'fleet.json'} and {folder / 'plan.json'} for arcload, checked"))
    return facts
