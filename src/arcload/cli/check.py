"""``arcload check``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from arcload.cli import options, show

if TYPE_CHECKING:
    from arcload.instance import Instance
    from arcload.result import Result


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
    """Check a result street by street.

    Its walk is followed and compared with what it states. The vehicle and the places are those
    that the result was solved for, unless told otherwise.
    """
    from arcload.checker import check
    from arcload.errors import CheckError
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
        try:
            found = check(instance, stated)
        except CheckError as error:
            raise CheckError(f"{error}{_other_settings(stated, instance)}") from None
    for name, value in _told_otherwise(draft.columns, solved_for | said).items():
        show.note(f"checked with {_setting(name, value)}; {file} says otherwise")
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


def _other_settings(stated: "Result", instance: "Instance") -> str:
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
