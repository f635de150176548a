"""The figures of an instance."""

import json
import math
import re
from pathlib import Path

import pytest

from arcload import FREE, Edge, Instance
from arcload.cli.info import describe
from tests.cli.conftest import Run
from tests.examples import FOUR_EDGES


def test_the_figures_of_the_four_edges() -> None:
    facts = describe(FOUR_EDGES)
    assert (facts["nodes"], facts["edges"], facts["served"]) == (4, 4, 4)
    assert (facts["length"], facts["served_length"]) == (14.0, 14.0)
    assert (facts["total_demand"], facts["least_demand"], facts["greatest_demand"]) == (135, 5, 100)
    assert (facts["start"], facts["end"], facts["bounds"]) == (1, 1, None)


def test_special_edges_are_counted() -> None:
    streets = [
        Edge(1, 2, 10, 1, length_back=math.inf),
        Edge(2, 1, 5, 0, length_back=6),
        Edge(1, 2, 7, 0),
        Edge(2, 2, 1, 2),
    ]
    facts = describe(Instance.from_edges(streets, start=FREE, end=FREE, curb_weight=6))
    assert (facts["one_way"], facts["uneven"], facts["loops"], facts["parallel"]) == (1, 1, 1, 2)
    assert (facts["length"], facts["served_length"]) == (23.0, 11.0)
    assert facts["curb_ratio"] == pytest.approx(2.0)
    assert (facts["start"], facts["end"]) == (None, None)


def test_without_demand_there_is_no_ratio() -> None:
    facts = describe(Instance.from_edges([(1, 2, 3, 0)], depot=1, curb_weight=5))
    assert (facts["curb_ratio"], facts["least_demand"], facts["greatest_demand"]) == (None,) * 3


def test_info_counts_what_there_is(run: Run) -> None:
    code, out, _ = run("info four.json --json")
    facts = json.loads(out)
    assert code == 0
    assert (facts["edges"], facts["served"], facts["length"], facts["total_demand"]) == (
        *(4, 4, 14, 135),
    )
    assert "4 nodes, 4 edges" in run("info four.json")[1]


def test_info_leaves_out_what_says_nothing(run: Run) -> None:
    """No share of a curb weight of 0, no memory of a few bytes, and no plural of one."""
    Path("lane.csv").write_text("from,to,length,demand\na,a,1,1\n")
    out = run("info lane.csv --curb-weight 0")[1]
    assert [line.split() for line in out.splitlines()[1:]] == [
        ["network", "1", "node,", "1", "edge"],
        ["to", "be", "served", "1", "edge"],
        ["length", "1", "in", "all,", "1", "to", "be", "served"],
        ["special", "edges", "1", "loop"],
        ["demand", "1,", "1", "to", "1", "per", "edge"],
        ["curb", "weight", "0"],
        ["tour", "deliver,", "from", "'a'", "to", "'a'"],
    ]
    run("generate city town.json --edges 800")
    assert re.search(r"memory +1\.\d MiB of distances between \d+ nodes", run("info town.json")[1])
