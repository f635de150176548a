"""The page of results."""

import pytest

from arcload.runs.tables import Block, Table

pytest.importorskip("matplotlib")
from benchmarks.results import Part, against_arc_drl, parts


def row(name: str, cost: str, seconds: str) -> tuple[str, ...]:
    return (name, cost, "0.00", seconds, "", "", "")


def test_our_policy_is_compared_with_the_printed_one_group_by_group() -> None:
    groups = {"A": ("99.00", "2.000"), "B": ("100.00", "1.000"), "C": ("101.50", "0.500")}
    blocks = tuple(
        Block(
            f"{name} (3 instances)",
            (row("Arc-DRL, published*", "100.00", "4.000"), row("arc-drl, best of 128", *ours)),
        )
        for name, ours in groups.items()
    )
    table = Table(name="table1", title="", columns=(), blocks=blocks, notes=())
    (line,) = against_arc_drl([table])
    for words in ("cheaper on 1", "same on 1", "expensive on 1 (C +1.50 %)", "2 to 8 times"):
        assert words in line


def test_the_best_of_128_is_a_part_of_its_own() -> None:
    (part,) = [one for one in parts(quick=False) if one.label]
    assert part == Part(
        "best-of-128", ("arc-drl",), (1, 2, 3, 4, 5), None, {"samples": 128}, "best of 128"
    )
    assert part.described().startswith("`arc-drl, best of 128`: until")
