"""An instance, a plan or a result as a notebook shows it: a small picture and the totals."""

import base64
import html
from collections.abc import Iterable, Sequence

from arcload.model.errors import counted
from arcload.model.gap_words import gap_words
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result, plan_of
from arcload.model.units import CostUnit, clock, percent, quantity
from arcload.views.notebook.sketch import MOST, sketch


def html_of(shown: Instance | Plan | Result) -> str:
    """Return the HTML that a notebook shows."""
    if isinstance(shown, Instance):
        return panel(shown.name, _needs(shown), picture_of(shown))
    plan = plan_of(shown)
    facts = [*plan_facts(plan), *(_search(shown) if isinstance(shown, Result) else ())]
    return panel(plan.instance.name, facts, picture_of(plan))


def picture_of(shown: Instance | Plan) -> str:
    """Return a sketch as an image; nothing where there is no map or it is too large for one.

    An image can run nothing, whatever the names of streets say, and every notebook shows it.
    """
    instance = shown if isinstance(shown, Instance) else shown.instance
    if instance.coordinates is None or len(instance.edges) > MOST:
        return ""
    data = base64.b64encode(sketch(shown).encode()).decode()
    return f'<img alt="map" src="data:image/svg+xml;base64,{data}">'


def panel(title: str, facts: Iterable[Sequence[str]], *pictures: str, below: str = "") -> str:
    """Return a title, pictures, and a table of facts beside them; the first column names them."""
    left = 'style="text-align:left;padding:2px 10px 2px 0"'
    rows = []
    for name, *values in facts:
        cells = "".join(f"<td {left}>{_text(value)}</td>" for value in values)
        rows.append(f"<tr><th {left}>{_text(name)}</th>{cells}</tr>")
    return (
        '<div style="display:flex;flex-wrap:wrap;gap:16px;align-items:center">'
        f"{''.join(pictures)}<div><b>{_text(title)}</b><table>{''.join(rows)}</table>"
        f"{_text(below)}</div></div>"
    )


def plan_facts(plan: Plan) -> list[tuple[str, str]]:
    """Return the totals of a plan by name."""
    instance = plan.instance
    unit = CostUnit.of(plan.cost, instance.length_unit, instance.load_unit)
    deadhead = plan.deadhead_length / plan.length if plan.length else 0.0
    facts = [
        ("cost", unit.text(plan.cost)),
        (
            "length",
            f"{quantity(plan.length, instance.length_unit)}, {percent(deadhead, 0)} deadhead",
        ),
        ("load-distance", unit.text(plan.load_distance)),
        ("streets served", f"{len(plan.order):,}"),
    ]
    if instance.is_fleet:
        vehicles = counted(len(plan.driven), "vehicle")
        facts.append(("fleet", f"{vehicles}, {counted(plan.trips, 'trip')}"))
    if plan.unserved:
        facts.append(("left out", counted(len(plan.unserved), "street")))
    if plan.hours is not None:
        facts.append(("time on the road", f"{clock(plan.hours)} h"))
    if plan.litres is not None:
        facts.append(("fuel", quantity(plan.litres, "l")))
    return facts


def _needs(instance: Instance) -> Iterable[tuple[str, str]]:
    yield "streets", f"{len(instance.edges):,}, {len(instance.served):,} to be served"
    yield "nodes", f"{len(instance.nodes):,}"
    yield "demand", quantity(instance.total_demand, instance.load_unit)
    yield "curb weight", quantity(instance.curb_weight, instance.load_unit)
    if instance.capacity is not None:
        yield "capacity", quantity(instance.capacity, instance.load_unit)
    if len(instance.vehicles) > 1:
        yield "types of vehicles", f"{len(instance.vehicles):,}"
    yield "mode", instance.mode
    if instance.depot is not None:
        yield "depot", str(instance.depot)
    if instance.notes:
        yield "notes", f"{len(instance.notes)}: see .notes"


def _search(result: Result) -> Iterable[tuple[str, str]]:
    if result.lower_bound is not None and result.gap is not None:
        instance = result.plan.instance
        unit = CostUnit.of(result.cost, instance.length_unit, instance.load_unit)
        yield "lower bound", unit.text(result.lower_bound)
        plan = "plan" if instance.is_fleet else "tour"
        yield "gap", gap_words(result.gap, plan, result.method)
    yield "status", result.status
    yield (
        "search",
        (
            f"{result.method}, {result.seconds:.2f} s, {counted(result.iterations, 'iteration')}, "
            f"seed {result.seed}"
        ),
    )
    if result.notes:
        yield "notes", f"{len(result.notes)}: see .notes"


def _text(words: str) -> str:
    """Return a text for HTML; half a surrogate pair becomes a question mark."""
    return html.escape(words.encode(errors="replace").decode())
