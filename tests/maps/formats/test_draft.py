"""What the user says in place of what the file says."""

import math
import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import arcload
from arcload import FREE, Edge, InputError, Instance
from arcload.maps.formats import Draft
from arcload.maps.formats.columns import Columns
from tests.maps.formats.samples import CSV, JSON
from tests.notes import noted

COLUMNS = Columns(
    name="instance",
    nodes=("x", "a", "b", "y"),
    edges=(1, 2, 3, 4),
    ends=np.array([[1, 2], [0, 3], [2, 1], [2, 3]]),
    lengths=np.array([[1, 1], [2, 2], [3, 4], [5, np.inf]]),
    demands=np.array([1.0, 2.0, 0.0, 4.0]),
    names=("A", "X", "", "Y"),
    shapes=((), ((0, 0), (1, 1)), ((2, 2), (3, 3)), ()),
    coordinates=np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]),
    length_unit="km",
)
APART = Draft(
    Path("town.json"),
    COLUMNS,
    {"start": "a", "end": "a", "curb_weight": 0},
    edge_line=lambda edge: 10 + edge,
)
"""The depot's part is a and b; one can drive from it to x and y, and not back."""


def test_what_is_out_of_reach_is_refused_with_its_line() -> None:
    with pytest.raises(InputError, match=r"line 11: 2 served edges .*7 km.*: 2 .X., 4 .Y. at "):
        APART.instance()


def test_keep_depot_leaves_out_what_is_out_of_reach_with_all_its_columns() -> None:
    words = (
        r"left out 2 served edges .total length 7 km. .*: 2 .X., 4 .Y. at x 0, y 0 where the "
        r"one-way 4 .Y. leads in and no street out$"
    )
    instance = APART.instance(keep="depot")
    assert noted(instance.notes, words)
    assert instance == Instance.from_edges(
        [
            Edge("a", "b", 1, 1, id=1, name="A"),
            Edge("b", "a", 3, 0, id=3, length_back=4, shape=((2, 2), (3, 3))),
        ],
        depot="a",
        coordinates={"a": (1, 1), "b": (2, 2)},
        length_unit="km",
    )


def test_a_draft_can_be_used_again() -> None:
    instance = APART.instance(keep="depot", depot="x", mode="collect")
    assert instance.notes
    assert instance.nodes == ("x", "y")
    instance = APART.instance(keep="depot")
    assert instance.notes
    assert instance.nodes == ("a", "b")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"keep": "some"}, "keep is 'some'; it must be 'all' or 'depot'"),
        ({"keep": "depot", "start": FREE, "end": FREE}, "no depot whose part could be kept"),
        ({"keep": "depot", "depot": "z"}, "'z' is not in the network"),
        ({"depot": "z"}, "'z' is not in the network$"),
        ({"depot": "free"}, "'free' is not in the network; give start=FREE and end=FREE"),
        ({"depot": "free", "keep": "depot"}, "give start=FREE and end=FREE"),
        ({"end": 5}, "5 is not in the network"),
        ({"curb_weight": -1}, "curb weight is -1"),
        ({"curb_weight": float("nan")}, "curb weight is nan"),
        ({"curb_ratio": float("inf")}, "curb ratio is inf"),
        ({"curb_ratio": 1e308}, "curb weight is inf"),
        ({"mode": "carry"}, "mode is 'carry'"),
    ],
)
def test_what_cannot_be_is_refused_with_the_name_of_the_file(
    changes: dict[str, Any], words: str, tmp_path: Path
) -> None:
    (tmp_path / "town.json").write_text(JSON)
    with pytest.raises(InputError, match=words) as caught:
        arcload.read(tmp_path / "town.json", **changes)
    assert "keep is" in words or str(caught.value).startswith(f"{tmp_path / 'town.json'}: ")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, r"from the depot 'a' \(the first node\): 5 \(Far Lane\);"),
        ({"end": "b"}, r"reached from the start 'a' \(the first node\)"),
        ({"start": FREE}, r"has no way to the end 'a' \(the first node\)"),
        ({"end": "x"}, r"from the start 'a' \(the first node\).* to the end 'x';"),
        ({"depot": "a"}, r"reached from the depot 'a': 5"),
        ({"start": "a", "end": "a"}, r"reached from the depot 'a': 5"),
    ],
)
def test_an_error_says_that_the_depot_was_assumed(
    changes: dict[str, Any], words: str, tmp_path: Path
) -> None:
    (tmp_path / "town.csv").write_text(CSV + "5,x,y,8,2,Far Lane\n")
    with pytest.raises(InputError, match=words):
        arcload.read(tmp_path / "town.csv", **changes)


@pytest.mark.parametrize("changes", [{}, {"curb_ratio": 2}, {"keep": "depot"}])
def test_what_overflows_is_refused_without_a_warning(
    changes: dict[str, Any], tmp_path: Path
) -> None:
    rows = "a,b,1e308,1e308\nb,a,1e308,1e308\nx,y,1e308,1e308\ny,x,1e308,1e308\n"
    (tmp_path / "town.csv").write_text("from,to,length,demand\n" + rows)
    with pytest.raises(InputError, match=r"too large|curb weight is inf"):
        arcload.read(tmp_path / "town.csv", **changes)


@pytest.mark.parametrize(
    ("changes", "places"),
    [
        ({"depot": "c"}, ("c", "c")),
        ({"start": "c"}, ("c", "a")),
        ({"end": FREE}, ("a", FREE)),
        ({"depot": "c", "end": "d"}, ("c", "d")),
        ({"start": FREE, "end": FREE, "capacity": math.inf}, (FREE, FREE)),
    ],
)
def test_a_new_depot_moves_both_ends_unless_one_is_named(
    changes: dict[str, Any], places: tuple[Any, Any], tmp_path: Path
) -> None:
    (tmp_path / "town.json").write_text(JSON)
    instance = arcload.read(tmp_path / "town.json", **changes)
    assert (instance.start, instance.end) == places


def test_a_curb_ratio_is_a_multiple_of_the_total_demand(tmp_path: Path) -> None:
    (tmp_path / "town.json").write_text(JSON)
    assert arcload.read(tmp_path / "town.json", curb_ratio=0.5).curb_weight == 5.5


def test_a_drawing_shows_what_no_tour_can_serve() -> None:
    instance, lost = APART.drawing()
    assert noted(instance.notes, "town.json: the picture marks 2 served edges")
    assert lost.tolist() == [0, 2, 0, 4]
    assert (instance.demands + lost).tolist() == COLUMNS.demands.tolist()
    assert instance.nodes == COLUMNS.nodes
    assert instance.start == instance.end == "a"


def test_a_drawing_of_a_start_that_never_comes_to_its_end() -> None:
    vehicle = {"start": "x", "end": "a"}
    instance, lost = Draft(Path("town.json"), COLUMNS, vehicle).drawing()
    assert noted(
        instance.notes, "2 served edges .* that cannot be reached from the depot 'x' and left"
    )
    assert (instance.start, lost.tolist()) == ("x", [1, 0, 0, 4])


def test_a_drawing_without_a_depot_takes_the_part_with_the_most_to_serve() -> None:
    columns = replace(COLUMNS, ends=np.array([[1, 2], [0, 3], [2, 1], [0, 3]]))
    instance, lost = Draft(Path("town.json"), columns).drawing()
    assert noted(instance.notes, "1 served edge .* cannot be reached from the largest part")
    assert (instance.start, lost.tolist()) == (FREE, [1, 0, 0, 0])


def test_what_was_kept_is_in_the_settings_of_a_result(tmp_path: Path) -> None:
    file = tmp_path / "two.csv"
    file.write_text("from,to,length,demand\na,b,5,1\nx,y,5,1\n")
    instance = arcload.read(file, depot="a", curb_weight=1, keep="depot")
    assert noted(instance.notes, "left out")
    result = arcload.solve(instance.replace(curb_weight=2), threads=1)
    assert result.summary()["settings"]["keep"] == "depot"
    bound = arcload.bound(instance, time=5, threads=1)
    again = arcload.read(file, **bound.vehicle())
    assert noted(again.notes, "left out")
    assert again == instance
    arcload.check_bound(again, bound)
    assert pickle.loads(pickle.dumps(instance)).keep == "depot"
    assert instance == instance.replace(keep="all")
    whole = arcload.solve(instance.replace(keep="all"), threads=1)
    assert "keep" not in whole.summary()["settings"]


def test_keeping_the_depots_part_leaves_out_what_turns_cut_off(tmp_path: Path) -> None:
    """Of four streets two cannot be left again by the turn rules, and are named in one note."""
    edges = [("a", "b", 5, 1), ("b", "c", 5, 2), ("b", "d", 5, 4), ("b", "e", 5, 8)]
    file = tmp_path / "town.json"
    arcload.write(arcload.Instance.from_edges(edges, depot="a", curb_weight=1), file)
    barred = '"forbidden_turns": [[2, 1, 2, 2], [3, 1, 3, 2]], '
    file.write_text(file.read_text().replace('"nodes"', f'{barred}"nodes"'))
    with pytest.raises(arcload.InputError, match=r"2 served edges.*by the turn rules: 2, 3.*keep="):
        arcload.read(file)
    instance = arcload.read(file, keep="depot", curb_ratio=2)
    assert instance.demands.tolist() == [1, 0, 0, 8]
    assert instance.curb_weight == 18
    assert [str(note) for note in instance.notes if "turn rules: 2, 3" in str(note)]
