"""The table of ``arcload compare --today``."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from arcload.cli import show
from arcload.model.errors import counted
from arcload.model.units import CostUnit, clock, percent, quantity

if TYPE_CHECKING:
    from arcload.model.plan import Plan
    from arcload.solving.beside_today import BesideToday
    from arcload.solving.compare import Comparison

_NOTICED = 0.0005  # smaller changes print as 0.0%


def print_beside_today(comparison: "Comparison", beside: "BesideToday") -> None:
    """Print today's route, the shortest plan and ours, and what is saved."""
    instance, route = comparison.instance, beside.route
    word = "plan" if instance.is_fleet else "tour"
    show.print_facts(f"{instance.name}: today's route, the shortest {word} and this {word}", ())
    columns = {
        "today": route.plan,
        f"shortest {word}": comparison.shortest.plan,
        f"this {word}": comparison.plan,
    }
    if beside.same_streets:
        columns["same streets as today"] = beside.plan
    rows = [
        (name, *(text(plan) for plan in columns.values()), _change(beside, key))
        for name, key, text in _figures(comparison, list(columns.values()))
    ]
    show.print_table(("", *columns, "change"), rows)
    show.print_facts("", _facts(comparison, beside, word))


def _figures(
    comparison: "Comparison", plans: "list[Plan]"
) -> "list[tuple[str, str, Callable[[Plan], str]]]":
    """Return what is shown of each plan: its name, what it is called in a plan, and its text."""
    from arcload.routes.today.todays_route import driven_again

    instance = comparison.instance
    needed = {instance.edges[k] for k in instance.served.tolist()}
    unit = CostUnit.of(max(plan.cost for plan in plans), instance.length_unit, instance.load_unit)

    def length(value: float) -> str:
        return quantity(value, instance.length_unit)

    rows: list[tuple[str, str, Callable[[Plan], str]]] = [
        ("streets left out", "", lambda plan: f"{len(needed - {*plan.order}):,}"),
        ("streets driven again", "", lambda plan: f"{len(driven_again(plan)):,}"),
        ("cost", "cost", _of_plan("cost", unit.text)),
        ("load-distance", "load_distance", _of_plan("load_distance", unit.text)),
        ("distance", "length", _of_plan("length", length)),
        ("deadhead", "deadhead_length", _of_plan("deadhead_length", length)),
    ]
    if instance.is_fleet:
        rows.append(("vehicles", "", lambda plan: f"{len(plan.driven):,}"))
        rows.append(("trips", "trips", lambda plan: f"{plan.trips:,}"))
    known: list[tuple[str, str, Callable[[float], str]]] = [
        ("hours", "hours", clock),
        ("litres", "litres", "{:,.2f}".format),
        ("fuel cost", "fuel_cost", "{:,.2f}".format),
    ]
    for name, key, text in known:
        if all(getattr(plan, key) is not None for plan in plans):
            rows.append((name, key, _of_plan(key, text)))
    return rows


def _of_plan(key: str, text: "Callable[[float], str]") -> "Callable[[Plan], str]":
    return lambda plan: text(getattr(plan, key))


def _change(beside: "BesideToday", key: str) -> str:
    return show.change(beside.change(key)) if key and beside.serve_alike else ""


def _verdict(beside: "BesideToday", word: str) -> str:
    """Return what is saved against today's route, in a sentence."""
    saved = beside.saved
    if saved is None:
        return (
            f"no {word} was found that keeps the rules and serves the streets of today's route, so "
            "that the costs say little"
        )
    where = "on the same streets" if beside.route.unserved else "on all streets"
    if abs(saved) < _NOTICED:
        return f"as expensive as today's route, {where}"
    change = "cheaper" if saved > 0 else "more expensive"
    return f"{percent(abs(saved))} {change} than today's route, {where}"


def _facts(comparison: "Comparison", beside: "BesideToday", word: str) -> list[tuple[str, str]]:
    """Return what is said below the table."""
    route, instance = beside.route, comparison.instance
    facts = [("verdict", _verdict(beside, word))]
    if route.unserved:
        demand = quantity(route.unserved_demand, instance.load_unit)
        share = percent(route.unserved_demand / instance.total_demand)
        facts.append(
            (
                "today leaves out",
                f"{counted(len(route.unserved), 'street')} with a demand of {demand}, {share} of "
                "all",
            )
        )
    facts += [("today breaks a rule" if not k else "", rule) for k, rule in enumerate(route.broken)]
    proof = show.how_short(comparison, word)
    facts += [*show.gap_facts(comparison), (f"the shortest {word}", proof)]
    return facts
