"""The figures of an instance."""

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import FREE, Edge, Instance, Vehicle
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


def test_a_fleet_is_shown_with_its_facilities_and_trips(run: Run) -> None:
    fleet = "--capacity 100 --vehicles 2 --fixed-cost 3 --facility 3"
    code, out, _ = run(f"info four.json {fleet}")
    assert code == 0
    assert re.search(r"vehicles +2, capacity 100 kg, fixed cost 3, deliver, from 1 to 1", out)
    assert re.search(r"load at +3, 1\n", out)
    assert re.search(r"trips +2 or more", out)
    facts = json.loads(run(f"info four.json {fleet} --json")[1])
    assert facts["least_trips"] == 2
    assert facts["facilities"] == [{"node": 3}, {"node": 1}]
    assert facts["vehicles"][0]["count"] == 2


def test_types_of_vehicles_are_shown_each(run: Run) -> None:
    fast: dict[str, Any] = {"serve_speed": 5.0, "drive_speed": 50.0, "max_hours": 8.0}
    van = Vehicle(label="van", curb_weight=2, capacity=100, start=1, end=1, **fast)
    truck = Vehicle(curb_weight=5, start=1, end=1, closed=(3,), max_trips=1)
    several = FOUR_EDGES.replace(vehicles=[van, truck], length_unit="m", allow_unserved=True)
    arcload.write(several, "two.json")
    out = run("info two.json")[1]
    assert re.search(r"van +any number, curb weight 2, load factor 1, capacity 100", out)
    assert "longest time 8 h, 5 km/h serving and 50 km/h driving" in " ".join(out.split())
    assert re.search(r"vehicles 2 +any number, curb weight 5, .* most trips 1, 1 street", out)
    assert re.search(r"unserved +streets may be left out", out)


def test_attributes_are_shown_with_their_most_frequent_values(run: Run) -> None:
    hamlet = Path(__file__).parents[2] / "examples" / "hamlet.osm"
    code, out, err = run(f"info {hamlet} --demand-per-km 120 --depot 26 --curb-weight 6000")
    assert code == 0
    assert "highway of 15 edges: residential (13), tertiary (2)" in " ".join(out.split())
    assert "junction of 3 edges: roundabout (3)" in " ".join(out.split())
    for line in (
        "left out 1 street with access=private",
        "left out 1 way with highway=footway",
        "restriction=no_right_turn in 1 relation: 1 obeyed",
        "hgv=no on 1 street: 1 left out",
        "maxweight=3.5, 7.5 on 2 streets",
    ):
        assert line in err
