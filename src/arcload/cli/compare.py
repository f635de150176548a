"""``arcload compare``."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arcload.cli import options, show
from arcload.cli.beside_today import print_beside_today
from arcload.cli.option_groups import grouped
from arcload.cli.outputs import require_writable
from arcload.cli.writer import Writer
from arcload.engine.interrupts import interrupts
from arcload.model.arguments import checked_number
from arcload.model.errors import InputError
from arcload.model.units import CostUnit, clock, figure, quantity
from arcload.solving.watch import LOOKING, waiting, watch

if TYPE_CHECKING:
    from arcload.model.plan import Plan
    from arcload.solving.compare import Comparison

_NAMES = {
    "cost": "cost",
    "load_distance": "load-distance",
    "length": "distance",
    "deadhead_length": "deadhead",
}


@grouped
@interrupts()
def command(
    file: options.File,
    tour: Annotated[
        Path | None,
        typer.Option(metavar="RESULT.json", help="The tour, as 'solve -o' wrote it."),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(metavar="S", help="Without --tour: search for at most S seconds."),
    ] = None,
    proof_time: Annotated[
        float | None,
        typer.Option(
            metavar="S",
            help="Seconds to prove that the shortest tour is one, 60 by default; what was found "
            "before is kept, and more time goes on from it.",
        ),
    ] = None,
    today: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="ROUTE",
            help="The route driven today: .gpx, .geojson, .json, .csv or a list of streets in "
            ".txt; repeatable, one per vehicle.",
        ),
    ] = None,
    json: options.Json = False,
    output: options.Routes = None,
    *,
    vehicle: options.VehicleOptions,
    reading: options.ReadingOptions,
    writing: options.WritingOptions,
    search: options.SearchOptions,
) -> None:
    """Show what a plan saves against the shortest and today's.

    The shortest is what a planner would drive who looks at distances alone. Without --tour,
    arcload first searches for a tour or plan. A track given with --today is matched to the
    streets; a page (-o route.html) then shows today's route beside the plan.
    """
    from arcload.engine.kernel_notes import kernel_notes
    from arcload.maps.formats import read
    from arcload.model.result import Result
    from arcload.model.result_file import read_result
    from arcload.model.sources import stated_in
    from arcload.routes.today.read_today import read_today
    from arcload.routes.write import require_formats
    from arcload.solving.compare import compare, known_comparison
    from arcload.solving.no_dearer import no_dearer
    from arcload.solving.postman.shortest_tour import DEFAULT_SECONDS
    from arcload.solving.solve import solve

    outputs = output or []
    if time is not None and tour is not None:
        raise InputError("--time is for a search, and --tour names what was found; leave one out")
    seconds = DEFAULT_SECONDS
    if proof_time is not None:
        seconds = checked_number(proof_time, "--proof-time", 0)
    require_formats(outputs)
    settings = writing.settings(outputs)
    for path in outputs:
        require_writable(path, file, *([] if tour is None else [tour]), *(today or []))
    solution: Plan | Result
    with watch("compare", silent=json) as on_progress:
        given = None if tour is None else read_result(tour)
        instance = read(file, **reading.changes(), **vehicle.changes(given))
        by_search = instance.is_fleet or instance.has_turns
        if proof_time is not None and by_search:
            raise InputError(
                "--proof-time is for one tour without turns: for fleets, and where turns count, "
                "the shortest plan comes from a search; leave it out"
            )
        require_formats(outputs, instance)
        driven_today = read_today(instance, *today) if today else None
        if given is None:
            solution = solve(instance, time=time, **search.arguments(), on_progress=on_progress)
        else:
            as_solved = not vehicle.changes()
            with stated_in(tour):
                solution = given.result(instance) if as_solved else given.plan(instance)
    show.notes([*instance.notes, *kernel_notes(), *(driven_today.notes if driven_today else ())])
    comparison = None
    with interrupts() as asked:
        with asked.skippable(), waiting(LOOKING, silent=json):
            comparison = compare(solution, proof_seconds=seconds, today=driven_today)
        if comparison is None and driven_today is None:  # interrupted
            comparison = known_comparison(solution)
        if comparison is not None and given is None:
            comparison = no_dearer(comparison)
            solution = comparison.solution
        writer = Writer(solution.save if given is None and isinstance(solution, Result) else None)
        if comparison is None:  # what was searched for is kept
            writer.write_routes(solution, outputs, **settings)
            for line in writer.lines():
                show.note(f"{line}, without the shortest one")
            writer.finish()
            raise KeyboardInterrupt
        baseline = driven_today or comparison.shortest.plan
        writer.write_routes(solution, outputs, baseline, **settings)
    show.notes(writer.notes)
    if json:
        show.print_json(comparison.to_dict())
    else:
        print_comparison(comparison)
        if not (comparison.shortest.exact or by_search):
            longer = f"--proof-time {max(600, 2 * seconds):g}"
            show.note(f"'{longer}' goes on looking for a shorter tour and for a proof")
        for line in writer.lines():
            show.note(line)
    writer.finish()


def print_comparison(comparison: "Comparison") -> None:
    """Print a tour or a fleet's plan beside the shortest one, and beside today's route."""
    if comparison.today is not None:
        print_beside_today(comparison, comparison.today)
        return
    instance, theirs = comparison.instance, comparison.shortest.plan
    plan = "plan" if instance.is_fleet else "tour"
    show.print_facts(f"{instance.name}: the {plan} against the shortest one", ())
    ours = comparison.plan
    unit = CostUnit.of(max(ours.cost, theirs.cost), instance.length_unit, instance.load_unit)

    def cell(one: "Plan", figure: str) -> str:
        value = getattr(one, figure)
        lengths = figure in ("length", "deadhead_length")
        return quantity(value, instance.length_unit) if lengths else unit.text(value)

    rows = [
        (
            _NAMES[figure],
            cell(ours, figure),
            cell(theirs, figure),
            show.change(comparison.change(figure)),
        )
        for figure in _NAMES
    ]
    rows += _other_rows(ours, theirs)
    show.print_table(("", f"this {plan}", f"shortest {plan}", "change"), rows)
    proof = show.how_short(comparison, plan)
    facts = [("verdict", comparison.verdict), *show.gap_facts(comparison)]
    show.print_facts("", [*facts, (f"the shortest {plan}", proof)])


def _other_rows(ours: "Plan", theirs: "Plan") -> list[tuple[str, str, str, str]]:
    """Return how many of a fleet drive and how often, hours, fuel and turns, where they count."""
    figures: list[tuple[str, Callable[[float], str], float | None, float | None]] = [
        ("hours", clock, ours.hours, theirs.hours),
        ("litres", "{:,.2f}".format, ours.litres, theirs.litres),
        ("fuel cost", "{:,.2f}".format, ours.fuel_cost, theirs.fuel_cost),
    ]
    if ours.instance.watches_turns:
        kinds = {"left turns": "left", "right turns": "right", "U-turns": "u_turn"}
        figures += [(name, figure, ours.turns[k], theirs.turns[k]) for name, k in kinds.items()]
    if ours.instance.is_fleet:
        vehicles = ("vehicles", figure, len(ours.driven), len(theirs.driven))
        figures = [vehicles, ("trips", figure, ours.trips, theirs.trips), *figures]
    return [
        (name, form(one), form(other), show.change(one / other - 1 if other else None))
        for name, form, one, other in figures
        if one is not None and other is not None
    ]
