"""What cannot be served only since streets are closed is left out, and said so."""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import Edge, InputError, Instance, Turn, Vehicle
from tests.notes import noted

STREETS = [
    Edge("a", "b", 100, 1, id="ab"),
    Edge("b", "c", 100, 2, id="bc"),
    Edge("c", "a", 100, 4, id="ca"),
    Edge("c", "d", 100, 8, id="cd"),
]
CUT_OFF = {"maxweight": ["", "3.5", "3.5", ""]}  # nothing else leads to c and d


def read(
    folder: Path,
    attributes: dict[str, list[str]],
    streets: Sequence[Edge] = STREETS,
    end: str = "a",
    **changes: Any,
) -> Instance:
    """Return a triangle and a dead end, or other streets, with these attributes."""
    file = folder / "town.json"
    plain = Instance.from_edges(streets, start="a", end=end, load_unit="kg", attributes=attributes)
    arcload.write(plain, file)
    return arcload.read(file, **({"curb_weight": 5000} | changes))


def served(instance: Instance) -> list[Any]:
    return [instance.edges[k] for k in instance.served]


def test_what_closed_streets_cut_off_is_left_out_with_the_tag(tmp_path: Path) -> None:
    instance = read(tmp_path, CUT_OFF)
    assert served(instance) == ["ab"]
    (note,) = noted(instance.notes, "left out 1 served edge")
    assert "demand of 8 kg" in note
    assert "closed by maxweight=3.5: 'cd'" in note
    assert arcload.solve(instance, method="greedy").plan.length == 200


def test_of_the_depots_part_what_closed_streets_cut_off_is_no_part(tmp_path: Path) -> None:
    instance = read(tmp_path, CUT_OFF, keep="depot")
    assert instance.edges == ("ab",)
    assert noted(instance.notes, r"left out 1 served edge .*closed by maxweight=3\.5")


def test_what_was_cut_off_before_is_refused(tmp_path: Path) -> None:
    attributes = {"maxweight": [*CUT_OFF["maxweight"], ""]}
    read(tmp_path, attributes, [*STREETS, Edge("x", "y", 100, 0, id="xy")])
    file = tmp_path / "town.json"
    file.write_text(file.read_text().replace('"demand": 0', '"demand": 16'))
    with pytest.raises(InputError, match=r"2 served edges .*'xy'.*keep='depot'"):
        arcload.read(file, curb_weight=5000)


def test_a_depot_from_which_nothing_can_be_served_is_refused(tmp_path: Path) -> None:
    attributes = {"maxweight": ["", "3.5", "", "3.5", ""]}
    with pytest.raises(InputError) as caught:
        read(tmp_path, attributes, [Edge("a", "z", 100, 0, id="az"), *STREETS])
    for fact in ("nothing is left", "depot 'a'", "maxweight=3.5", "2 served edges", "'bc', 'cd'"):
        assert fact in str(caught.value)
    assert "keep" not in str(caught.value)


def test_a_start_from_which_the_end_cannot_be_reached_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"from the start 'a' to the end 'd'.*maxweight=3\.5"):
        read(tmp_path, CUT_OFF, end="d")


def test_what_lies_on_the_way_to_another_end_is_left_out(tmp_path: Path) -> None:
    streets = [
        Edge("a", "b", 100, 1, id="ab"),
        Edge("b", "c", 100, 2, id="bc", length_back=math.inf),
        Edge("c", "d", 100, 4, id="cd", length_back=math.inf),
        Edge("b", "d", 100, 0, id="bd", length_back=math.inf),
    ]
    instance = read(tmp_path, {"hgv": ["", "no", "", ""]}, streets, end="d")
    assert served(instance) == ["ab"]
    assert noted(instance.notes, "closed by hgv=no: 'cd'")


def test_the_curb_ratio_is_of_the_demand_that_is_left(tmp_path: Path) -> None:
    instance = read(tmp_path, CUT_OFF, curb_weight=None, curb_ratio=1000)
    assert instance.total_demand == 1
    assert instance.vehicle.curb_weight == 1000


def test_streets_above_the_capacity_are_cut_beside_what_is_left_out(tmp_path: Path) -> None:
    streets = [STREETS[0]._replace(demand=12), *STREETS[1:]]
    instance = read(tmp_path, CUT_OFF, streets, capacity=6, cut_streets=True)
    assert served(instance) == ["ab/1", "ab/2"]


def test_a_facility_beyond_closed_streets_serves_nothing(tmp_path: Path) -> None:
    beside = read(tmp_path, CUT_OFF, facilities="d", capacity=100)
    assert served(beside) == ["ab"]
    with pytest.raises(InputError, match=r"nothing is left .*maxweight=3\.5"):
        read(tmp_path, CUT_OFF, facilities="d", capacity=100, refill_at_depot=False)


def test_a_street_that_each_type_is_kept_from_by_another_tag_is_left_out(tmp_path: Path) -> None:
    van = Vehicle(start="a", end="a", curb_weight=2000, capacity=100, label="van")
    lorry = Vehicle(start="a", end="a", curb_weight=7000, capacity=100, label="lorry")
    attributes = {"hgv": ["", "no", "no", ""], "goods": ["", "", "", "no"]}
    fleet = [van, lorry]
    for keep in ("all", "depot"):
        instance = read(tmp_path, attributes, vehicles=fleet, curb_weight=None, keep=keep)
        assert served(instance) == ["ab", "bc", "ca"]
        assert noted(instance.notes, r"left out 1 served edge .*hgv=no, goods=no: 'cd'")


def test_what_turns_cut_off_only_since_streets_are_closed_is_left_out(tmp_path: Path) -> None:
    plain = Instance.from_edges(
        STREETS,
        depot="a",
        load_unit="kg",
        forbidden_turns=[Turn("bc", 1, "cd", 1)],
        attributes={"hgv": ["", "", "no", ""]},
    )
    arcload.write(plain, tmp_path / "town.json")
    light, heavy = (arcload.read(tmp_path / "town.json", curb_weight=w) for w in (1000, 5000))
    assert served(light) == ["ab", "bc", "ca", "cd"]
    assert served(heavy) == ["ab", "bc"]
    assert noted(heavy.notes, "left out 1 served edge .*closed by hgv=no: 'cd'")


PRIVATE = """<osm version="0.6">
<node id="1" lat="47.000" lon="8"/><node id="2" lat="47.001" lon="8"/>
<node id="3" lat="47.002" lon="8"/><node id="4" lat="47.003" lon="8"/>
<way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="service"/></way>
<way id="2"><nd ref="2"/><nd ref="3"/><tag k="highway" v="service"/><tag k="access" v="no"/></way>
<way id="3"><nd ref="3"/><nd ref="4"/><tag k="highway" v="service"/></way>
</osm>"""


@pytest.mark.parametrize("depot", [1, 4])
def test_what_ways_closed_to_all_cut_off_is_left_out(depot: int, tmp_path: Path) -> None:
    (tmp_path / "town.osm").write_text(PRIVATE)
    instance = arcload.read(tmp_path / "town.osm", depot=depot, demand_per_km=10)
    assert len(instance.served) == 1
    assert instance.ends[instance.served[0]].tolist() == ([0, 1] if depot == 1 else [2, 3])
    assert noted(instance.notes, "left out 1 served edge .*closed by access=no: ")


def test_ways_that_nothing_joins_are_refused_in_a_map(tmp_path: Path) -> None:
    (tmp_path / "town.osm").write_text(PRIVATE.replace('k="access" v="no"', 'k="area" v="yes"'))
    with pytest.raises(InputError, match=r"1 served edge .* cannot be reached from the depot 1"):
        arcload.read(tmp_path / "town.osm", depot=1, demand_per_km=10)


def test_what_named_streets_cut_off_is_refused_by_that_name_or_left_out(tmp_path: Path) -> None:
    words = r"served edge .* cannot be served by any vehicle, since streets are closed to them"
    with pytest.raises(InputError, match=rf"1 {words}: 'cd'; open streets in closed"):
        read(tmp_path, {}, closed=["cd"])
    with pytest.raises(InputError, match=rf"4 {words.replace('edge', 'edges')}"):
        read(tmp_path, {}, closed=["ab", "ca"])
    part = read(tmp_path, {}, closed=["cd"], keep="depot")
    assert served(part) == ["ab", "bc", "ca"]
    assert noted(part.notes, "left out 1 served edge")
    with pytest.raises(InputError, match=r"town\.json: closed edge 'xy' is not in the network"):
        read(tmp_path, {}, closed=["xy"], keep="depot")
