"""All printing of the command line: tables on standard output, notes on standard error."""

import json
import math
import os
import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TextIO

from arcload.model.gap_words import gap_words
from arcload.model.printable import printable
from arcload.model.units import CostUnit, percent, quantity

if TYPE_CHECKING:
    from pathlib import Path

    from rich.table import Table
    from rich.text import Text

    from arcload.model.instance import Instance
    from arcload.model.notes import Note
    from arcload.model.plan import Plan
    from arcload.model.result import Result
    from arcload.solving.compare import Comparison

_NOTICED = 0.0005  # smaller changes print as 0.0%
_UNBROKEN = 10_000  # columns, where no line is broken
_LAST_BLANKS = re.compile(r"(?: |\x1b\[[0-9;]*m)+$", re.MULTILINE)  # with colours among them


def print_json(value: dict[str, Any]) -> None:
    """Print one JSON object; what would do something to a terminal is escaped, as JSON may."""
    text = json.dumps(value, ensure_ascii=False)
    if printable(text) != text:
        text = json.dumps(value).replace("\x7f", r"\u007f")
    sys.stdout.write(text + "\n")


def print_text(text: str) -> None:
    """Print lines as they are."""
    lines = [_printable(line, sys.stdout) for line in text.split("\n")]
    sys.stdout.write("\n".join(lines))


def note(sentence: str) -> None:
    """Tell the user something beside the result."""
    print(f"arcload: note: {_printable(sentence, sys.stderr)}", file=sys.stderr)


def wrote(path: "Path", instance: "Instance") -> None:
    """Tell the user which file was written and what it holds."""
    from arcload.model.errors import counted

    nodes, edges = counted(len(instance.nodes), "node"), counted(len(instance.edges), "edge")
    note(f"wrote {path}: {nodes}, {edges}, {len(instance.served):,} to be served")


def notes(collected: "Iterable[Note]") -> None:
    """Show the library's notes, each once; called when the work is done, so an error is alone."""
    from arcload.model.advice import in_options, with_advice

    for one in dict.fromkeys(collected):
        note(with_advice(one.text, one.advice, in_options))


def print_facts(title: str, facts: Iterable[tuple[str, str]]) -> None:
    """Print a title and a list of names and values."""
    from rich.table import Table

    table = Table(box=None, show_header=False, pad_edge=True, padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for name, value in facts:
        table.add_row(_text(name), _text(value))
    _print(_text(title, style="bold"), table)


def print_table(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Print a table."""
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0), header_style="bold")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(_text(cell) for cell in row))
    _print(table)


def _print(*parts: "Text | Table") -> None:
    """Print parts below each other, as wide as the terminal; elsewhere no line is broken.

    Tables fill their columns with blanks; those at the ends of lines are left out.
    """
    from rich.console import Console

    wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _UNBROKEN
    console = Console(highlight=False, width=wide)
    with console.capture() as captured:
        for part in parts:
            console.print(part)
    sys.stdout.write(_LAST_BLANKS.sub(lambda end: end[0].replace(" ", ""), captured.get()))
    sys.stdout.flush()  # before the notes that follow


def _text(value: str, style: str = "") -> "Text":
    from rich.text import Text

    return Text(_printable(value, sys.stdout), style=style)


def _printable(value: str, stream: TextIO) -> str:
    """Return a text as the stream can take it: odd bytes in a name get question marks.

    All that is printed goes through here, so that nothing in a file's names and values is a
    command to the terminal.
    """
    encoding = stream.encoding or "utf-8"
    return printable(value).encode(encoding, "replace").decode(encoding)


def print_result(result: "Result", comparison: "Comparison | None" = None) -> None:
    """Print what a search found, and what it saves where that is known."""
    from arcload.cli.fleet_facts import fleet_facts, route_table
    from arcload.cli.hours_and_fuel import hours_and_fuel
    from arcload.cli.turn_facts import turn_facts

    plan, instance = result.plan, result.plan.instance
    what = "plan" if instance.is_fleet else "tour"
    status = {
        "optimal": "proven optimal",
        "feasible": f"a valid {what}, not proven optimal",
        "interrupted": f"stopped by you; the best {what} so far",
    }[result.status]
    unit = CostUnit.of(result.cost, instance.length_unit, instance.load_unit)
    facts = [
        ("cost", cost(result.cost, unit)),
        ("length", quantity(plan.length, instance.length_unit)),
        ("  serving", share(plan.length - plan.deadhead_length, plan)),
        ("  deadhead", share(plan.deadhead_length, plan)),
        ("load-distance", unit.text(plan.load_distance)),
        *turn_facts(plan),
        *(fleet_facts(plan) if instance.is_fleet else ()),
        *hours_and_fuel(plan),
        ("streets served", f"{len(plan.order):,}"),
        ("status", status),
    ]
    if result.lower_bound is not None and result.gap is not None:
        facts.append(("lower bound", unit.text(result.lower_bound)))
        facts.append(("gap", gap_words(result.gap, what, result.method)))
    if comparison is not None:
        facts.append(("verdict", comparison.verdict))
    facts.append(
        ("time", f"{result.seconds:.2f} s, and {result.startup_seconds:.2f} s to get started")
    )
    print_facts(f"{instance.name} by {result.method}", facts)
    if instance.is_fleet and plan.routes:
        print_text("\n")
        print_table(*route_table(plan, unit))


def gap_facts(comparison: "Comparison") -> list[tuple[str, str]]:
    """Return how far a plan may be from the best one, where that is known."""
    from arcload.model.result import Result

    result, plan = comparison.solution, "plan" if comparison.instance.is_fleet else "tour"
    if not isinstance(result, Result) or result.gap is None:
        return []
    return [("gap", gap_words(result.gap, plan, result.method))]


def how_short(comparison: "Comparison", word: str) -> str:
    """Return what is proven of the shortest tour or plan, which `word` names."""
    shortest = comparison.shortest
    if shortest.exact:
        return f"no {word} is shorter"
    found = "the shortest that was found"
    if not shortest.bound:
        return found
    least = quantity(shortest.bound, comparison.instance.length_unit)
    left = math.ceil(1e4 * (1 - shortest.bound / shortest.plan.length)) / 1e4
    return f"{found}; no {word} is below {least}, {left:.2%} less"


def change(share: float | None) -> str:
    """Return a change as a percentage with its sign."""
    if share is None:
        return "from 0"
    return "same" if abs(share) < _NOTICED else f"{'+' * (share > 0)}{percent(share)}"


def cost(value: float, unit: CostUnit) -> str:
    """Return a cost with its unit, or what it is made of where no unit is known."""
    return unit.text(value) if unit.label else f"{unit.figure(value)}   length x load"


def share(value: float, plan: "Plan") -> str:
    """Return a part of the length, and its share of the whole."""
    part = value / plan.length if plan.length else 0.0
    return f"{quantity(value, plan.instance.length_unit)}   {percent(part, 0)}"
