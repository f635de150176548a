"""OpenStreetMap XML, as editors and servers write it."""

import math
import sys
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import osmnx
import pytest

import arcload
from arcload import InputError, Instance
from tests.maps.formats.samples import OSM
from tests.maps.formats.towns import Town
from tests.notes import noted

PLACES = {
    1: (47.370, 8.540),
    2: (47.370, 8.541),
    3: (47.371, 8.541),
    4: (47.371, 8.540),
    5: (47.372, 8.541),
    6: (47.3705, 8.5408),
    7: (47.3705, 8.5402),
}

Way = tuple[list[int], dict[str, str]]


def read(folder: Path, ways: list[Way], **changes: Any) -> Instance:
    """Return the instance of some ways between the places."""
    nodes = "".join(f'<node id="{n}" lat="{y}" lon="{x}"/>' for n, (y, x) in PLACES.items())
    rows = "".join(
        f'<way id="{number}">'
        + "".join(f'<nd ref="{node}"/>' for node in refs)
        + "".join(f'<tag k="{key}" v="{value}"/>' for key, value in tags.items())
        + "</way>"
        for number, (refs, tags) in enumerate(ways, start=100)
    )
    file = folder / "town.osm"
    file.write_text(f"<osm>{nodes}{rows}</osm>")
    said: dict[str, Any] = {"depot": 1, "curb_weight": 0, "demand_per_km": 10} | changes
    return arcload.read(file, **said)


def street(*refs: int, **tags: str) -> Way:
    return list(refs), {"highway": "residential", **tags}


def drives(instance: Instance) -> list[tuple[Any, Any]]:
    """Return the pairs of nodes that one may drive between along one street, sorted."""
    edges = [instance.edge(edge) for edge in instance.edges]
    there = [(edge.tail, edge.head) for edge in edges if math.isfinite(edge.length)]
    back = [(e.head, e.tail) for e in edges if math.isfinite(e.length_back or math.inf)]
    return sorted(there + back)


def test_streets_run_between_crossings_with_their_shapes(tmp_path: Path) -> None:
    """A way is cut where another meets it, and not at the points of its own shape."""
    instance = read(tmp_path, [street(1, 2, 3, 4, name="Ring"), street(3, 5, name="Spur")])
    assert sorted(instance.nodes) == [1, 3, 4, 5]
    assert instance.geographic
    by_ends = {frozenset((e.tail, e.head)): e for e in map(instance.edge, instance.edges)}
    assert len(by_ends[frozenset((1, 3))].shape) == 3
    assert by_ends[frozenset((1, 3))].name == "Ring"
    assert by_ends[frozenset((1, 3))].length == pytest.approx(75.5 + 111.2, abs=0.1)


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ({}, [(1, 2), (2, 1)]),
        ({"oneway": "no"}, [(1, 2), (2, 1)]),
        ({"oneway": "yes"}, [(1, 2)]),
        ({"oneway": "true"}, [(1, 2)]),
        ({"oneway": "1"}, [(1, 2)]),
        ({"oneway": "-1"}, [(2, 1)]),
        ({"oneway": "reverse"}, [(2, 1)]),
        ({"oneway": "reversible"}, [(1, 2), (2, 1)]),
        ({"junction": "roundabout"}, [(1, 2)]),
        ({"junction": "circular"}, [(1, 2)]),
        ({"junction": "roundabout", "oneway": "-1"}, [(2, 1)]),
        ({"junction": "roundabout", "oneway": "no"}, [(1, 2), (2, 1)]),
        ({"highway": "motorway"}, [(1, 2)]),
    ],
)
def test_one_way_streets_and_roundabouts(
    tags: dict[str, str], expected: list[tuple[int, int]], tmp_path: Path
) -> None:
    """The street in question has a name of its own, the others only make it reachable."""
    ways = [street(1, 2, name="A", **tags), street(2, 3, 4, 1, name="B")]
    instance = read(tmp_path, ways)
    ring = [(1, 2), (2, 1)]
    assert sorted(set(drives(instance))) == ring
    assert instance.names is not None
    edge = instance.edge(instance.edges[instance.names.index("A")])
    one = [(edge.tail, edge.head)] if math.isfinite(edge.length) else []
    if math.isfinite(edge.length_back or math.inf):
        one.append((edge.head, edge.tail))
    assert sorted(one) == expected


def test_the_shape_runs_as_the_street_is_driven(tmp_path: Path) -> None:
    instance = read(tmp_path, [street(1, 6, 2, name="A", oneway="-1"), street(1, 4, 3, 2)])
    assert instance.names is not None
    edge = instance.edge(instance.edges[instance.names.index("A")])
    assert (edge.tail, edge.head, edge.length_back) == (2, 1, math.inf)
    assert edge.shape == tuple((x, y) for y, x in (PLACES[2], PLACES[6], PLACES[1]))


def test_a_roundabout_is_driven_one_way_round(tmp_path: Path) -> None:
    ring = street(2, 3, 4, 2, junction="roundabout", name="Circus")
    instance = read(tmp_path, [ring, street(1, 2), street(3, 5), street(4, 7)])
    assert drives(instance) == sorted([(2, 3), (3, 4), (4, 2), *_both((1, 2), (3, 5), (4, 7))])


def _both(*pairs: tuple[int, int]) -> list[tuple[int, int]]:
    return [pair for a, b in pairs for pair in ((a, b), (b, a))]


def test_loops_and_parallel_ways_are_kept(tmp_path: Path) -> None:
    loop = street(2, 3, 5, 2, name="Loop")
    parallel = [street(1, 2, name="Front"), street(1, 6, 2, name="Back"), street(1, 7, 2, name="x")]
    instance = read(tmp_path, [loop, *parallel])
    assert drives(instance) == sorted([(2, 2), (2, 2), *_both((1, 2), (1, 2), (1, 2))])
    assert sorted(instance.names or ()) == ["Back", "Front", "Loop", "x"]


def test_a_one_way_loop(tmp_path: Path) -> None:
    instance = read(tmp_path, [street(1, 2), street(2, 3, 5, 2, oneway="yes")])
    assert drives(instance) == [(1, 2), (2, 1), (2, 2)]


def test_two_ways_over_the_same_points_stay_two(tmp_path: Path) -> None:
    instance = read(tmp_path, [street(1, 6, 2, name="A"), street(1, 6, 2, name="B")])
    assert sorted(instance.names or ()) == ["A", "A", "B", "B"]


def test_ways_of_one_name_that_follow_each_other_are_one_street(tmp_path: Path) -> None:
    instance = read(tmp_path, [street(1, 2, name="A"), street(2, 3, name="A"), street(3, 5)])
    assert drives(instance) == sorted(_both((1, 3), (3, 5)))


def test_the_demand_of_a_way_is_divided_by_length(tmp_path: Path) -> None:
    ways = [street(1, 2, 3, demand="100", name="A"), street(2, 6, demand="0", name="B")]
    instance = read(tmp_path, ways, demand_per_km=None)
    a = [e for e in map(instance.edge, instance.edges) if e.name == "A"]
    assert sum(edge.demand for edge in a) == pytest.approx(100)
    assert a[0].demand / a[0].length == pytest.approx(a[1].demand / a[1].length)


def test_a_rule_gives_the_demand_and_a_tag_wins_over_it(tmp_path: Path) -> None:
    ways = [street(1, 2, name="A"), street(2, 3, name="B", salt="0"), street(3, 5, salt="7")]
    instance = read(tmp_path, ways, demand_column="salt", demand_per_km=1000)
    demand = {e.name: e.demand for e in map(instance.edge, instance.edges)}
    assert demand == {"A": pytest.approx(75.5, abs=0.1), "B": 0, "": 7}


@pytest.mark.parametrize(
    "tags",
    [
        {"highway": "footway"},
        {"highway": "cycleway"},
        {"highway": "steps"},
        {"highway": "construction"},
        {"service": "parking_aisle"},
        {"area": "yes"},
    ],
)
def test_what_a_vehicle_may_not_drive_is_left_out(tags: dict[str, str], tmp_path: Path) -> None:
    instance = read(tmp_path, [street(1, 2), street(2, 3, **tags), ([3, 4], {"building": "yes"})])
    assert drives(instance) == [(1, 2), (2, 1)]


@pytest.mark.parametrize(
    "tags",
    [{"access": "private"}, {"access": "no"}, {"motor_vehicle": "no"}, {"motorcar": "no"}],
)
def test_closed_streets_are_left_out_and_counted(tags: dict[str, str], tmp_path: Path) -> None:
    (tag,) = (f"{key}={value}" for key, value in tags.items())
    instance = read(tmp_path, [street(1, 2), street(2, 3, **tags), street(2, 6, **tags)])
    assert noted(instance.notes, f"town.osm: left out 2 streets with {tag}$")
    assert drives(instance) == [(1, 2), (2, 1)]


@pytest.mark.parametrize(
    "tag",
    [
        *("maxaxleload=8", "maxheight=3.2", "maxwidth=2", "maxlength=10", "maxwidth:physical=2"),
        *("hgv:conditional=no @ (22:00-06:00)", "oneway:conditional=yes @ (Mo-Fr)"),
    ],
)
def test_a_rule_that_is_not_obeyed_is_said_with_its_tag_and_count(tag: str, tmp_path: Path) -> None:
    key, value = tag.split("=")
    ways = [street(1, 2, name="A", **{key: value}), street(2, 3, name="B", **{key: value})]
    instance = read(tmp_path, [*ways, street(3, 5, name="C")])
    notes = instance.notes
    assert len(instance.edges) == 3
    assert [str(note).split("town.osm: ")[1] for note in notes] == [
        f"{tag} is not obeyed on 2 streets"
    ]


@pytest.mark.parametrize(
    "tags",
    [
        {"hgv": "yes"},
        {"hgv": "designated"},
        {"access": "permissive"},
        {"maxheight": "default"},
        {"maxweight": "none"},
        {"bicycle": "no"},
        {"maxspeed": "30"},
        {"access:lanes": "yes|no"},
    ],
)
def test_what_keeps_no_truck_out_is_not_mentioned(tags: dict[str, str], tmp_path: Path) -> None:
    """A note would be an error here."""
    assert len(read(tmp_path, [street(1, 2, **tags)]).edges) == 1


def test_rules_are_counted_by_streets_one_line_for_each_tag(tmp_path: Path) -> None:
    """Way 1-2-3 is cut into two streets; way 3-4 states two rules."""
    ways = [
        street(1, 2, 3, name="A", hgv="no"),
        street(2, 6, name="B"),
        street(3, 4, name="C", hgv="delivery", maxweight="3.5"),
    ]
    notes = read(tmp_path, ways, curb_weight=1000).notes
    why = "open, since this holds for vehicles above 3.5 t alone"
    assert len(notes) == 2
    assert noted(notes, f"hgv=no, delivery on 3 streets: 2 {why}, 1 open, since the vehicle has")
    assert noted(notes, "maxweight=3.5 on 1 street: 1 open to the vehicle; the gross weight is 1.0")


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        ({"barrier": "bollard"}, True),
        ({"barrier": "gate", "access": "no"}, True),
        ({"barrier": "gate", "motor_vehicle": "yes"}, False),
        ({"barrier": "kerb"}, False),
        ({"highway": "crossing"}, False),
    ],
)
def test_barriers_on_streets_are_counted(tags: dict[str, str], said: bool, tmp_path: Path) -> None:
    read(tmp_path, [street(1, 6, 2)])
    file = tmp_path / "town.osm"
    rows = "".join(f'<tag k="{key}" v="{value}"/>' for key, value in tags.items())
    for node in (6, 7):  # node 7 is on no street
        y, x = PLACES[node]
        plain = f'<node id="{node}" lat="{y}" lon="{x}"/>'
        file.write_text(file.read_text().replace(plain, f"{plain[:-2]}>{rows}</node>"))
    notes = arcload.read(file, depot=1, curb_weight=0, demand_per_km=1).notes
    words = [f"barrier={tags.get('barrier')} is not obeyed at 1 place"] if said else []
    assert [str(note).split("town.osm: ")[1] for note in notes] == words


@pytest.mark.parametrize("word", ["reversible", "alternating"])
def test_a_direction_that_changes_is_said(word: str, tmp_path: Path) -> None:
    instance = read(tmp_path, [street(1, 2, oneway=word)])
    assert drives(instance) == [(1, 2), (2, 1)]
    words = f"oneway={word} is not obeyed on 1 street, which may be driven both ways"
    assert noted(instance.notes, words)


@pytest.mark.parametrize("depot", ["salt  Yard", 7])
def test_a_depot_on_a_closed_street_names_the_tag(depot: Any, tmp_path: Path) -> None:
    ways = [street(1, 2), street(2, 7, name="Salt Yard", access="private")]
    with pytest.raises(InputError, match=r"depot .* closed by access=private; name a node"):
        read(tmp_path, ways, depot=depot)
    assert read(tmp_path, ways, depot=2).depot == 2


def test_a_file_in_which_all_is_closed_names_the_tag(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no streets .*closed by access=private on 2 streets"):
        read(tmp_path, [street(1, 2, access="private"), street(2, 3, access="private")])


def test_a_demand_where_no_vehicle_may_drive_is_not_lost_without_a_word(tmp_path: Path) -> None:
    ways = [street(1, 2, demand="7"), street(2, 3, highway="footway", demand="5")]
    instance = read(tmp_path, ways, demand_per_km=None)
    assert noted(instance.notes, "town.osm: left out 1 way with a demand of 5 in all, since")
    assert instance.total_demand == 7


def test_another_file_is_refused_in_a_whole_sentence(tmp_path: Path) -> None:
    (tmp_path / "town.osm").write_text("<gpx/>")
    with pytest.raises(InputError, match=r"line 1: the file starts with <gpx>, not with <osm>$"):
        arcload.read(tmp_path / "town.osm")


def test_deleted_elements_are_left_out(tmp_path: Path) -> None:
    file = tmp_path / "town.osm"
    text = OSM.replace('<way id="12">', '<way id="12" action="delete">')
    file.write_text(text.replace('<way id="14">', '<way id="14" visible="true">'))
    assert len(arcload.read(file, depot=1, curb_weight=0).edges) == 3


def test_a_way_that_leaves_the_file_ends_before(tmp_path: Path) -> None:
    instance = read(tmp_path, [street(99, 1, 2, 98, 3, 4), street(2, 3)])
    assert noted(instance.notes, "1 way leads to nodes that the file does not hold")
    assert drives(instance) == [(1, 4), (4, 1)]
    assert instance.shapes == (tuple((x, y) for y, x in (PLACES[n] for n in (1, 2, 3, 4))),)


def test_a_way_without_a_name_has_its_number(tmp_path: Path) -> None:
    assert read(tmp_path, [street(1, 2, ref="L 12")]).names == ("L 12",)


def test_snapping_is_refused_where_streets_share_their_nodes(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"town.osm: the snap has no meaning in this format"):
        read(tmp_path, [street(1, 2)], snap=2)


def test_names_of_any_script_and_with_quotes_come_through(tmp_path: Path) -> None:
    names = ["Rue de l&apos;Église", "&lt;b&gt; &amp; &quot;c&quot;", "東京通り"]
    ways = [street(1, 2, name=names[0]), street(2, 3, name=names[1]), street(3, 5, name=names[2])]
    found = read(tmp_path, ways).names
    assert sorted(found or ()) == sorted(["Rue de l'Église", '<b> & "c"', "東京通り"])


def test_a_file_is_read_without_osmnx_and_networkx(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("osmnx", "networkx"):
        monkeypatch.setitem(sys.modules, package, None)
    assert len(read(tmp_path, [street(1, 2)]).edges) == 1


def test_the_demand_of_a_way_that_the_file_cuts_in_two_counts_once(tmp_path: Path) -> None:
    way = street(1, 2, 98, 3, 2, demand="100")
    instance = read(tmp_path, [way, street(1, 4, demand="7")], demand_per_km=None)
    assert noted(instance.notes, "1 way leads to nodes")
    assert instance.total_demand == pytest.approx(107)


def test_a_depot_within_a_street_is_moved_to_the_nearest_end(tmp_path: Path) -> None:
    ways = [street(1, 2, 3, 4), street(3, 5)]
    assert read(tmp_path, ways, depot=2).depot == 1
    assert noted(
        read(tmp_path, ways, depot="2").notes, "depot is at node 1, 76 m from '2', which is no end"
    )
    with pytest.raises(InputError, match="depot 7 is not in the network"):
        read(tmp_path, ways, depot=7)


def test_a_ring_without_a_crossing_is_cut_at_every_point(tmp_path: Path) -> None:
    assert drives(read(tmp_path, [street(1, 2, 3, 1)])) == _all_ways(1, 2, 3)
    assert drives(read(tmp_path, [street(1, 2, 3), street(3, 1)])) == _all_ways(1, 2, 3)


def _all_ways(*nodes: int) -> list[tuple[int, int]]:
    return sorted(permutations(nodes, 2))


def test_a_street_that_turns_back_ends_where_it_turns(tmp_path: Path) -> None:
    instance = read(tmp_path, [street(1, 2, 3, 2), street(1, 4, name="A")])
    assert drives(instance) == sorted(_both((1, 4), (1, 2), (2, 3), (2, 3)))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rule", ["name", "osmid"])
def test_a_town_is_cut_and_joined_as_osmnx_does_it(seed: int, rule: str, tmp_path: Path) -> None:
    """Every arc of osmnx's own simplification is one of ours, course and way included."""
    town = Town(seed, named=True)
    if rule == "osmid":
        for number, (_, tags) in enumerate(town.ways):
            tags["demand"] = str(number)
    file = tmp_path / "town.osm"
    file.write_text(town.text)
    rules: dict[str, Any] = {} if rule == "osmid" else {"demand_per_km": 10}
    instance = arcload.read(file, depot=5, curb_weight=0, **rules)
    graph = osmnx.graph_from_xml(file, simplify=False, retain_all=True)
    graph = osmnx.simplify_graph(graph, edge_attrs_differ=[rule], remove_rings=False)
    theirs = sorted(
        (tail, head, tuple(data["geometry"].coords))
        if "geometry" in data
        else (tail, head, tuple((graph.nodes[n]["x"], graph.nodes[n]["y"]) for n in (tail, head)))
        for tail, head, data in graph.edges(data=True)
    )
    ours = []
    for edge in map(instance.edge, instance.edges):
        ours.append((edge.tail, edge.head, edge.shape))
        if math.isfinite(edge.length_back or math.inf):
            ours.append((edge.head, edge.tail, edge.shape[::-1]))
    assert sorted(ours) == theirs


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_city_is_read_as_osmnx_reads_it(seed: int, tmp_path: Path) -> None:
    """Drives, and their lengths up to the shape of the earth, are those of osmnx's own graph."""
    city = arcload.generate("city", edges=120, seed=seed, at=(47.37, 8.54))
    file = tmp_path / "town.osm"
    arcload.write(city, file)
    again = arcload.read(file, curb_weight=0)
    graph = osmnx.simplify_graph(
        osmnx.graph_from_xml(file, simplify=False, retain_all=True), edge_attrs_differ=["osmid"]
    )
    arcs = sorted((u, v) for u, v in graph.edges())
    assert drives(again) == arcs
    total = sum(length for _, _, length in graph.edges(data="length"))
    ours = again.lengths[np.isfinite(again.lengths)].sum()
    assert ours == pytest.approx(total, rel=0.005)
    assert again.total_demand == pytest.approx(city.total_demand)
