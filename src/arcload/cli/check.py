"""``arcload check``."""

from pathlib import Path
from typing import Annotated, Any

import typer

from arcload.cli import options, show


def command(
    file: options.File,
    result: Annotated[Path, typer.Argument(metavar="RESULT.json", help="What 'solve -o' wrote.")],
    curb_weight: options.CurbWeight = None,
    curb_ratio: options.CurbRatio = None,
    depot: options.Depot = None,
    start: options.Start = None,
    end: options.End = None,
    mode: options.Mode = None,
    keep: options.Keep = None,
    format: options.Format = None,  # noqa: A002
) -> None:
    """Follow a result's walk street by street and compare it with what the result states.

    The vehicle and the places are those that the result was solved for, unless told otherwise.
    """
    from arcload.checker import check
    from arcload.formats.convert import read_draft
    from arcload.result import load_result

    stated = load_result(result)
    said = options.changes(
        keep=keep,
        curb_weight=curb_weight,
        curb_ratio=curb_ratio,
        depot=depot,
        start=start,
        end=end,
        mode=mode,
    )
    with show.notes():
        draft = read_draft(file, format)
        solved_for = stated.problem()
        if "curb_ratio" in said:
            solved_for.pop("curb_weight", None)
        if "depot" in said:
            solved_for.pop("start", None)
            solved_for.pop("end", None)
        instance = draft.instance(**(solved_for | said))
    for name, value in _told_otherwise(draft.columns, solved_for | said).items():
        show.note(f"checked with {name.replace('_', ' ')} {value!r}; {file} says otherwise")
    found = check(instance, stated)
    show.print_facts(
        f"{result} is in order",
        [
            ("cost", show.figure(found.cost)),
            ("length", show.quantity(found.length, instance.length_unit)),
            ("deadhead", show.quantity(found.deadhead_length, instance.length_unit)),
            ("streets served", f"{len(found.order):,}"),
        ],
    )


def _told_otherwise(columns: dict[str, Any], used: dict[str, Any]) -> dict[str, Any]:
    """Return the settings in use that differ from what the file itself says."""
    defaults = {"mode": "deliver"}
    told = {name: columns.get(name, defaults.get(name)) for name in used}
    return {
        name: value
        for name, value in used.items()
        if told[name] is not None and str(value) != str(told[name]) and name != "keep"
    }
