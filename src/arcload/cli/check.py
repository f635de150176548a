"""``arcload check``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcload.cli import options, show
from arcload.units import CostUnit, quantity

if TYPE_CHECKING:
    from arcload.bound_file import Bound
    from arcload.instance import Instance
    from arcload.result import Result


@options.with_reading
def command(
    file: options.File,
    result: Annotated[
        Path | None, typer.Argument(metavar="[RESULT.json]", help="What 'solve -o' wrote.")
    ] = None,
    bound: Annotated[
        Path | None, typer.Option(metavar="BOUND.json", help="What 'bound -o' wrote.")
    ] = None,
    curb_weight: options.CurbWeight = None,
    curb_ratio: options.CurbRatio = None,
    depot: options.Depot = None,
    start: options.Start = None,
    end: options.End = None,
    mode: options.Mode = None,
    keep: options.Keep = None,
    format: options.Format = None,  # noqa: A002
    *,
    reading: options.Reading,
) -> None:
    """Check a result street by street, or prove a bound again.

    A result's walk is followed and compared with what it states; a bound is computed anew from
    its certificate with separate, simple code. The vehicle and the places are those that the
    result or bound is for, unless told otherwise.
    """
    from arcload.bound_file import load_bound
    from arcload.errors import InputError
    from arcload.formats.convert import read_draft
    from arcload.result import load_result

    if result is None and bound is None:
        raise InputError("nothing to check; name a RESULT.json, or a bound by --bound BOUND.json")
    said = options.changes(
        keep=keep,
        curb_weight=curb_weight,
        curb_ratio=curb_ratio,
        depot=depot,
        start=start,
        end=end,
        mode=mode,
    )
    stated: list[tuple[Path, Result | Bound]] = []
    if result is not None:
        stated.append((result, load_result(result)))
    if bound is not None:
        stated.append((bound, load_bound(bound)))
    with show.notes():
        draft = read_draft(file, format, **reading)
        for path, one in stated:
            settings = options.solved_for(one, said)
            facts = _check(draft.instance(**settings), one)
            for name, value in _told_otherwise(draft.columns, settings).items():
                show.note(f"checked with {_setting(name, value)}; {file} says otherwise")
            show.print_facts(f"{path} is in order", facts)


def _check(instance: "Instance", stated: "Result | Bound") -> list[tuple[str, str]]:
    """Check a result or bound; return what is to be said of it."""
    from arcload.bound_file import Bound, check_bound
    from arcload.certificate import KINDS
    from arcload.checker import check
    from arcload.errors import CheckError

    try:
        if isinstance(stated, Bound):
            cost = check_bound(instance, stated)
            unit = CostUnit.of(cost, instance.length_unit, instance.load_unit)
            return [
                ("lower bound", unit.text(stated.lower_bound)),
                ("best tour", unit.text(cost)),
                ("gap", show.gap_in_words(stated.gap)),
                ("proof", KINDS[stated.kind]),
            ]
        found = check(instance, stated)
    except CheckError as error:
        raise CheckError(f"{error}{_other_settings(stated, instance)}") from None
    unit = CostUnit.of(found.cost, instance.length_unit, instance.load_unit)
    return [
        ("cost", show.cost(found.cost, unit)),
        ("length", quantity(found.length, instance.length_unit)),
        ("deadhead", quantity(found.deadhead_length, instance.length_unit)),
        ("streets served", f"{len(found.order):,}"),
    ]


def _told_otherwise(columns: dict[str, Any], used: dict[str, Any]) -> dict[str, Any]:
    """Return the settings in use that differ from what the file itself says."""
    defaults = {"mode": "deliver"}
    told = {name: columns.get(name, defaults.get(name)) for name in used}
    return {
        name: value
        for name, value in used.items()
        if told[name] is not None and str(value) != str(told[name]) and name != "keep"
    }


def _other_settings(stated: "Result | Bound", instance: "Instance") -> str:
    """Return, in brackets, the settings that a result was solved for and that are not in use."""
    solved_for = {name: value for name, value in stated.problem().items() if name != "keep"}
    used = {name: getattr(instance, name) for name in solved_for}
    differ = [name for name in used if str(used[name]) != str(solved_for[name])]
    if not differ:
        return ""
    then, now = (
        ", ".join(_setting(name, values[name]) for name in differ) for values in (solved_for, used)
    )
    return f" (the result was solved for {then}; this check uses {now})"


def _setting(name: str, value: Any) -> str:
    """Return a setting in words, such as ``start anywhere`` or ``curb weight 50``."""
    from arcload.files import plain
    from arcload.instance import FREE

    if value is FREE:
        return f"{name} anywhere"
    if name in ("start", "end"):
        return f"{name} {value!r}"
    shown = plain(value) if isinstance(value, float) else value
    return f"{name.replace('_', ' ')} {shown}"
