"""Mixed networks with two costs, and nodes to be served."""

import math
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import Facility, InputError, Instance
from arcload.model.plan import Plan, Route, Service, Trip
from tests.notes import noted
from tests.published import FOLDER, needs_published

LISTS = """\
NAME : square.dat
UPPER BOUND : 40
NODES : 4
REQ_EDGES : 1
NOREQ_EDGES : 1
REQ_ARCS : 2
NOREQ_ARCS : 0
VEHICLES : 3
CAPACITY : 8
DUMPING_COST : 5
LIST_REQ_EDGES :
( 1, 2)   serv_cost 6   trav_cost 2   demand 7
LIST_NOREQ_EDGES :
( 1, 3)   cost 9
LIST_REQ_ARCS :
( 2, 3)   serv_cost 4   trav_cost 4   demand 3
( 3, 1)   serv_cost 3   trav_cost 1   demand 4
DEPOT : 1
"""

TABLES = """\
Name:\t\tsquare
Optimal value:\t-1
#Vehicles:\t-1
Capacity:\t8
Depot Node:\t1
#Nodes:\t\t4
#Edges:\t\t2
#Arcs:\t\t2
#Required N:\t1
#Required E:\t1
#Required A:\t1

ReN.\tDEMAND\tS. COST
N2\t3\t5

ReE.\tFrom N.\tTo N.\tT. COST\tDEMAND\tS. COST
E1\t1\t2\t2\t7\t6

EDGE\tFROM N.\tTO N.\tT. COST
NrE1\t1\t3\t9

ReA.\tFROM N.\tTO N.\tT. COST\tDEMAND\tS. COST
A1\t2\t3\t4\t3\t4

ARC\tFROM N.\tTO N.\tT. COST
NrA1\t3\t1\t1
"""


def read(folder: Path, text: str, name: str = "square.txt", **changes: Any) -> Instance:
    (folder / name).write_text(text)
    return arcload.read(folder / name, **({"curb_weight": 1, "load_factor": 0} | changes))


def test_lists_become_streets_with_costs_of_serving(tmp_path: Path) -> None:
    instance = read(tmp_path, LISTS)
    assert (instance.name, instance.nodes, instance.capacity) == ("square", (1, 2, 3, 4), 8)
    assert instance.lengths.tolist() == [[2, 2], [9, 9], [4, math.inf], [1, math.inf]]
    assert instance.serve_costs is not None
    assert instance.serve_costs[:, 0].tolist() == [4, 0, 0, 2]
    assert instance.facilities == (Facility(1, visit_cost=5),)
    assert noted(instance.notes, "names 3 vehicles; that does not bind")


def test_the_cost_is_service_and_deadheads_and_dumping(tmp_path: Path) -> None:
    """Trips 1-2, 2-3, 3-1 of 7 and 3 + 4: 6 + 2 back, then 2 to it, 4 + 3, and two visits."""
    instance = read(tmp_path, LISTS)
    first, second = Trip((Service(1, 1),), 1), Trip((Service(3, 1), Service(4, 1)), 1)
    plan = Plan(instance, [Route(instance.vehicle, (first, second))])
    assert plan.cost == (6 + 2) + (2 + 4 + 3) + 2 * 5


def test_tables_with_nodes_become_loops_of_length_0(tmp_path: Path) -> None:
    instance = read(tmp_path, TABLES, "square.dat")
    assert instance.ends.tolist() == [[1, 1], [0, 1], [0, 2], [1, 2], [2, 0]]
    assert instance.lengths[:, 0].tolist() == [0, 2, 9, 4, 1]
    assert instance.demands.tolist() == [3, 7, 0, 3, 0]
    assert instance.serve_costs is not None
    assert instance.serve_costs[:, 0].tolist() == [5, 4, 0, 0, 0]
    assert (instance.capacity, instance.depot, instance.notes) == (8, 1, ())


@pytest.mark.parametrize("text", [LISTS, TABLES])
def test_what_was_read_is_written_and_read_again(text: str, tmp_path: Path) -> None:
    instance = read(tmp_path, text)
    assert noted(arcload.write(instance, tmp_path / "again.mcarp"), "the curb weight")
    again = arcload.read(tmp_path / "again.mcarp", curb_weight=1, load_factor=0)
    assert again.total_demand == instance.total_demand
    assert again.facilities == instance.facilities
    arcload.write(again, tmp_path / "third.mcarp")
    assert arcload.read(tmp_path / "third.mcarp", curb_weight=1, load_factor=0) == again


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("serv_cost 6", "serv_cost 1", 12, "serv_cost 1 is below trav_cost 2"),
        ("demand 7", "demand 0", 12, "demand 0"),
        ("demand 7", "demand many", 12, "demand is 'many'"),
        ("demand 7", "demand", 12, "is not a line such as"),
        ("demand 7", "need 7", 12, "is no line of REQ_EDGES"),
        ("( 1, 2)", "( 1, 9)", 12, "node 9 is not one of the nodes 1 to 4"),
        ("REQ_ARCS : 2", "REQ_ARCS : 3", 6, "REQ_ARCS is 3, and its list has 2 lines"),
        ("NODES : 4", "KNOTS : 4", 3, "'KNOTS : 4' is neither a street nor a known keyword"),
        ("CAPACITY : 8", "CAPACITY : much", 9, "CAPACITY is 'much'"),
        ("CAPACITY : 8", "CAPACITY : 8\nCAPACITY : 9", 10, "CAPACITY is given twice"),
        ("CAPACITY : 8", "CAPACITY : 6", 12, "demand of 7, which is above the capacity 6"),
        ("DEPOT : 1", "DEPOT : 5", 18, "DEPOT is 5, which is not one of the nodes"),
        ("DEPOT : 1", "", 10, "DUMPING_COST needs a DEPOT"),
    ],
)
def test_a_mistake_is_named_with_its_line(
    old: str, new: str, line: int, words: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=words) as caught:
        read(tmp_path, LISTS.replace(old, new))
    assert f"square.txt, line {line}: " in str(caught.value)


def test_what_the_format_cannot_hold_is_refused(tmp_path: Path) -> None:
    instance = read(tmp_path, LISTS)
    for fields, words in (
        ({"capacity": None}, "with a capacity alone"),
        ({"count": 2}, "a number of vehicles"),
        ({"facilities": [3]}, "no facility but the depot"),
    ):
        with pytest.raises(InputError, match=words):
            arcload.write(instance.replace(**fields), tmp_path / "town.mcarp")


@needs_published
def test_every_published_file_is_read() -> None:
    files = sorted([*FOLDER.glob("carp/mval/*.txt"), *FOLDER.glob("carp/lpr/*.txt")])
    if not files:
        pytest.skip(f"the mixed instances are not in {FOLDER}")
    for file in files:
        instance = arcload.read(file, curb_weight=1, load_factor=0)
        assert instance.is_fleet, file
        assert instance.depot == 1, file
        assert len(instance.facilities) == (file.parent.name == "lpr"), file
