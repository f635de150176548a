"""``arcload check``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcload.cli import options, show
from arcload.cli.option_groups import grouped
from arcload.model.gap_words import gap_words
from arcload.model.units import CostUnit, quantity

_FEW = 10  # streets for which all tours are looked at in a moment

if TYPE_CHECKING:
    from arcload.model.instance import Instance
    from arcload.model.notes import Note
    from arcload.model.result_file import StatedResult
    from arcload.proofs.bound_file import Bound


@grouped
def command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="[FILE]",
            help="The streets, as for 'solve'; not needed for a result that names its town file.",
        ),
    ],
    result: Annotated[
        Path | None, typer.Argument(metavar="[RESULT.json]", help="What 'solve -o' wrote.")
    ] = None,
    bound: Annotated[
        Path | None, typer.Option(metavar="BOUND.json", help="What 'bound -o' wrote.")
    ] = None,
    *,
    vehicle: options.VehicleOptions,
    reading: options.ReadingOptions,
) -> None:
    """Check a result street by street, or prove a bound again.

    A result: the check follows its walk, and of a fleet every route, and compares every figure that
    the result states. The result holds no proof of its lower bound; for up to 10 streets of a tour
    the check proves it again. A bound: it is computed from its certificate with separate, simple
    code. The vehicles and their places are those of the result or bound, unless options name
    others.
    """
    from arcload.maps.formats.convert import read_draft
    from arcload.model.errors import CheckError
    from arcload.model.result_file import StatedResult, read_result
    from arcload.model.sources import stated_in
    from arcload.model.vehicle import in_words
    from arcload.proofs.bound_file import Bound, load_bound
    from arcload.proofs.bound_notes import bound_notes

    if result is None and bound is None:
        file, result = _town_file_of(file), file
    stated: list[tuple[Path, StatedResult | Bound]] = []
    if result is not None:
        stated.append((result, read_result(result)))
    if bound is not None:
        stated.append((bound, load_bound(bound)))
    draft = read_draft(file, **reading.changes())
    collected: list[Note] = []
    for path, one in stated:
        settings = vehicle.changes(one)
        differs = _told_otherwise(draft.vehicle, settings)
        told = [in_words(name, value) for name, value in differs.items()]
        instance = draft.instance(**settings)
        collected += instance.notes
        if isinstance(one, Bound):
            collected += bound_notes(instance, one.kind)
        try:
            with stated_in(path):
                facts = _check(instance, one)
        except CheckError as error:
            if not told or "this check uses" in str(error):
                raise
            used = ", ".join(told)
            raise CheckError(f"{error} (checked with {used}; {file} says otherwise)") from None
        for setting in told:
            show.note(f"checked with {setting}; {file} says otherwise")
        show.print_facts(f"{path} is in order", facts)
    show.notes(collected)


def _town_file_of(result: Path) -> Path:
    """Return the town file that a result names: as it names it, or beside the result."""
    from arcload.model.errors import InputError
    from arcload.model.files import read_text
    from arcload.model.result_file import read_result

    if result.suffix.lower() != ".json" or '"arcload-result/' not in read_text(result):
        raise InputError("nothing to check; name a RESULT.json, or a bound by --bound BOUND.json")
    name = read_result(result).settings.get("town_file", "")
    if not name:
        raise InputError(
            f"{result} names no town file; name its streets too: arcload check STREETS {result}"
        )
    places = (Path(name), result.parent / name, result.parent / Path(name).name)
    for file in places:
        if file.is_file():
            return file
    raise InputError(
        f"{result} was made from {name}, which is not there; name it: arcload check TOWN.toml "
        f"{result}"
    )


def _check(instance: "Instance", stated: "StatedResult | Bound") -> list[tuple[str, str]]:
    """Check a result or bound; return its facts."""
    from arcload.cli.fleet_facts import fleet_facts
    from arcload.cli.hours_and_fuel import hours_and_fuel
    from arcload.cli.turn_facts import turn_facts
    from arcload.model.certificate import KINDS
    from arcload.model.checker import check
    from arcload.proofs.bound_file import Bound, check_bound

    plan = "plan" if instance.is_fleet else "tour"
    if isinstance(stated, Bound):
        cost = check_bound(instance, stated)
        unit = CostUnit.of(cost, instance.length_unit, instance.load_unit)
        return [
            ("lower bound", unit.text(stated.lower_bound)),
            (f"best {plan}", unit.text(cost)),
            ("gap", gap_words(stated.gap, plan, "")),
            ("proof", KINDS[stated.kind]),
        ]
    result = stated.result(instance)
    checked = check(result)
    unit = CostUnit.of(checked.cost, instance.length_unit, instance.load_unit)
    facts = [
        ("cost", show.cost(checked.cost, unit)),
        ("length", quantity(checked.length, instance.length_unit)),
        ("deadhead", quantity(checked.deadhead_length, instance.length_unit)),
        ("load-distance", unit.text(checked.load_distance)),
        *turn_facts(result.plan),
        *(fleet_facts(result.plan) if instance.is_fleet else ()),
        *hours_and_fuel(result.plan),
        ("streets served", f"{len(checked.order):,}"),
    ]
    if stated.lower_bound is not None:
        again = _proven_again(instance, stated.lower_bound)
        proof = "proven again" if again else "as stated, not proven here"
        facts.append(("lower bound", f"{unit.text(stated.lower_bound)}   {proof}"))
        facts.append(("gap", gap_words(stated.gap, plan, stated.method)))
    return facts


def _proven_again(instance: "Instance", bound: float) -> bool:
    """Return whether a bound is proven by every set of edges; False where they are too many."""
    from arcload.model.certificate import Certificate
    from arcload.model.errors import CheckError
    from arcload.proofs.verify import verify

    if len(instance.served) > _FEW or instance.is_fleet:
        return False
    try:
        verify(instance, Certificate("subsets", bound))
    except CheckError:
        raise CheckError(f"the lower bound stated is {bound!r}; some plan costs less") from None
    return True


def _told_otherwise(vehicle: dict[str, Any], used: dict[str, Any]) -> dict[str, Any]:
    """Return the settings in use that differ from what the file itself says."""
    defaults = {"mode": "deliver"}
    told = {name: vehicle.get(name, defaults.get(name)) for name in used}
    return {
        name: value
        for name, value in used.items()
        if name != "keep" and told[name] not in (None, value) and str(told[name]) != str(value)
    }
