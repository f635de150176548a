"""Where drawn streets meet."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import arcload
from arcload import Instance, Note
from arcload.maps.formats.columns import Columns
from arcload.maps.formats.reading import Reading
from arcload.maps.formats.streets import Street, draft_streets
from tests.notes import noted

Line = list[tuple[float, float]]


def network(
    *lines: Line,
    demand: float = 1.0,
    snap: float = 1.0,
    way: int = 0,
    notes: list[Note] | None = None,
) -> Columns:
    """Return the columns of some lines in the plane."""
    streets = [Street([line], f"S{k}", demand, way=way) for k, line in enumerate(lines)]
    reading = Reading(snap=snap, notes=[] if notes is None else notes)
    return draft_streets(Path("t"), streets, reading, line_of=int, geographic=False).columns


def ends(columns: Columns) -> list[list[int]]:
    found: list[list[int]] = columns.ends.tolist()
    return found


def test_streets_meet_at_their_ends() -> None:
    columns = network([(0, 0), (9, 0)], [(9, 0), (9, 9)])
    assert ends(columns) == [[0, 1], [1, 2]]


def test_a_street_is_cut_where_another_ends_on_one_of_its_points() -> None:
    columns = network([(0, 0), (9, 0), (20, 0)], [(9, 0), (9, 9)])
    assert ends(columns) == [[0, 1], [1, 2], [1, 3]]


def test_streets_that_share_a_point_on_their_way_cross_there() -> None:
    columns = network([(0, 5), (5, 5), (9, 5)], [(5, 0), (5, 5), (5, 9)])
    assert ends(columns) == [[0, 1], [1, 2], [3, 1], [1, 4]]


def test_a_bridge_shares_no_point_and_meets_nothing() -> None:
    columns = network([(0, 50), (90, 50)], [(50, 0), (50, 90)])
    assert ends(columns) == [[0, 1], [2, 3]]


def test_a_street_that_meets_itself_has_a_loop() -> None:
    columns = network([(0, 0), (9, 0), (20, 9), (20, -9), (9, 0)])
    assert ends(columns) == [[0, 1], [1, 1]]
    assert network([(0, 0), (9, 0), (9, 9), (0, 0)]).ends.tolist() == [[0, 0]]


def test_points_that_repeat_are_one_point() -> None:
    columns = network([(0, 0), (0, 0), (9, 0), (9, 0)], [(9, 0), (9.0, -0.0), (9, 9)])
    assert ends(columns) == [[0, 1], [1, 2]]
    assert (columns.shapes or ())[0] == ((0, 0), (9, 0))


def test_a_street_that_stays_at_one_place_is_a_loop_without_length() -> None:
    columns = network([(0, 0), (9, 0)], [(9, 0), (9, 0), (9, 0)])
    assert ends(columns) == [[0, 1], [1, 1]]
    assert columns.lengths.tolist() == [[9, 9], [0, 0]]


def test_parallel_streets_stay_apart() -> None:
    columns = network([(0, 0), (9, 0)], [(0, 0), (5, 5), (9, 0)], [(9, 0), (0, 0)])
    assert ends(columns) == [[0, 1], [0, 1], [1, 0]]


@pytest.mark.parametrize(
    ("gap", "joined"), [((9.5, 0.0), True), ((9.0, 0.9), True), ((10.1, 0.0), False)]
)
def test_an_end_near_another_end_is_joined(gap: tuple[float, float], joined: bool) -> None:
    notes: list[Note] = []
    columns = network([(0, 0), (9, 0)], [gap, (30, 0)], notes=notes)
    assert (ends(columns) == [[0, 1], [1, 2]]) is joined
    assert bool(notes) is joined


def test_an_end_near_the_middle_of_a_street_cuts_it_there() -> None:
    words = (
        r"^t: 2 street ends within 1 m of another street were joined to it, the farthest over "
        r"0.7 m; snap sets the tolerance, 0 for none$"
    )
    notes: list[Note] = []
    lines: list[Line] = [[(0, 0), (100, 0)], [(30, 0.5), (30, 50)], [(60, -0.7), (60, -50)]]
    columns = network(*lines, notes=notes)
    assert noted(notes, words)
    assert ends(columns) == [[0, 1], [1, 2], [2, 3], [1, 4], [2, 5]]
    assert columns.coordinates is not None
    assert columns.coordinates[1].tolist() == [30, 0]
    assert columns.demands == pytest.approx([0.3, 0.3, 0.4, 1, 1])


def test_the_tolerance_can_be_changed_or_turned_off() -> None:
    lines: list[Line] = [[(0, 0), (9, 0)], [(9.5, 0), (30, 0)]]
    assert len(network(*lines, snap=0).nodes) == 4
    assert len(network(*lines, snap=0.4).nodes) == 4
    notes: list[Note] = []
    assert len(network(*lines, snap=0.6, notes=notes).nodes) == 3
    assert noted(notes, "within 0.6 m")


def test_crossings_that_lie_near_each_other_are_not_joined() -> None:
    """Only an end that touches nothing is moved: short streets stay streets."""
    star: list[Line] = [[(0, 0), (0, 9)], [(0, 0), (0.5, 0)], [(0.5, 0), (9, 0)], [(0, 0), (0, -9)]]
    assert network(*star).lengths[:, 0].tolist() == [9, 0.5, 8.5, 9]


def test_a_street_is_not_joined_to_itself_unless_it_nearly_closes() -> None:
    assert len(network([(0, 0), (0.4, 0), (0.4, 0.4), (0, 0.4)]).nodes) == 2
    notes: list[Note] = []
    assert ends(network([(0, 0), (9, 0), (9, 9), (0, 9), (0, 0.5)], notes=notes)) == [[0, 0]]
    assert noted(notes, "2 street ends within 1 m")


def test_a_one_way_street_keeps_its_direction_in_each_piece() -> None:
    columns = network([(0, 0), (9, 0), (20, 0)], [(9, 0), (9, 9)], way=-1)
    assert columns.lengths.tolist()[:2] == [[np.inf, 9], [np.inf, 11]]


POINTS = st.tuples(st.integers(0, 6), st.integers(0, 6)).map(lambda p: (30.0 * p[0], 30.0 * p[1]))
LINES = st.lists(st.lists(POINTS, min_size=2, max_size=6), min_size=1, max_size=8)


@given(LINES)
def test_nothing_is_lost_or_added(lines: list[Line]) -> None:
    """Pieces have the length and demand of their streets; shapes run from end to end."""
    columns = network(*lines, demand=12.0)
    drawn = sum(float(np.hypot(*np.subtract(b, a))) for line in lines for a, b in pairwise(line))
    assert columns.lengths[:, 0].sum() == pytest.approx(drawn)
    assert columns.demands.sum() == pytest.approx(12 * len(lines))
    points, shapes = columns.coordinates, columns.shapes
    assert points is not None
    assert shapes is not None
    assert len({tuple(point) for point in points.tolist()}) == len(points)
    for shape, (tail, head) in zip(shapes, ends(columns), strict=True):
        assert [shape[0], shape[-1]] == [tuple(points[tail]), tuple(points[head])]


@given(LINES, st.randoms(use_true_random=False))
def test_small_gaps_make_no_other_network(lines: list[Line], random: Any) -> None:
    """Every end is moved by less than the tolerance: streets meet as if it had not been.

    Unless another street passes there without a point: the nearer one is joined.
    """
    assume(not any(_passes(other, line[-1]) for line in lines for other in lines))
    exact = network(*lines, snap=0)
    moved = [
        [line[0], *line[1:-1], (line[-1][0] + random.uniform(-0.3, 0.3), line[-1][1])]
        for line in lines
    ]
    found = network(*moved, snap=1.0)
    assert len(found.nodes) <= len(exact.nodes) + len(lines)
    joined = _parts(found)
    assert joined <= _parts(exact)


def _passes(line: Line, point: tuple[float, float]) -> bool:
    """Return whether a line leads over a point between two of its own."""
    (x, y), between = point, False
    for (a, b), (c, d) in pairwise(line):
        on_it = (c - a) * (y - b) == (d - b) * (x - a)
        inside = min(a, c) <= x <= max(a, c) and min(b, d) <= y <= max(b, d)
        between |= on_it and inside and point not in ((a, b), (c, d))
    return between


def _parts(columns: Columns) -> int:
    from arcload.model.connectivity import strong_parts

    labels = strong_parts(columns.ends, np.zeros((len(columns.ends), 2)), len(columns.nodes))
    return len(set(labels.tolist()))


def test_lengths_on_earth_are_right_to_a_millionth() -> None:
    """Against the geodesic of pyproj, along a street of five points."""
    from pyproj import Geod

    line = [(8.54, 47.37), (8.5405, 47.3711), (8.542, 47.3705), (8.5431, 47.372), (8.55, 47.372)]
    street = Street([line], demand=1.0)
    columns = draft_streets(Path("t"), [street], Reading(), line_of=int).columns
    longitudes, latitudes = zip(*line, strict=True)
    expected = Geod(ellps="WGS84").line_length(longitudes, latitudes)
    assert columns.lengths[0, 0] == pytest.approx(expected, rel=1e-6)


def test_a_city_without_its_nodes_is_found_again(tmp_path: Path) -> None:
    """From shapes alone come the same crossings, in the same order of streets."""
    city = arcload.generate("city", edges=300, seed=8)
    assert city.shapes is not None
    streets = [
        Street([shape], demand=float(demand), length=float(length))
        for shape, demand, length in zip(
            city.shapes, city.demands, city.lengths.min(axis=1), strict=True
        )
    ]
    draft = draft_streets(Path("t"), streets, Reading(snap=0), line_of=int, geographic=False)
    assert ends(draft.columns) == _renumbered(city)


def _renumbered(city: Instance) -> list[list[int]]:
    number: dict[int, int] = {}
    return [[number.setdefault(n, len(number)) for n in pair] for pair in city.ends.tolist()]


@pytest.mark.parametrize("stated", [True, False])
def test_stated_lengths_give_away_a_latitude_that_stands_first(stated: bool) -> None:
    """Near 47.37, 8.54 both orders are on earth, and only the lengths tell which is right."""
    city = arcload.generate("city", edges=40, at=(47.37, 8.54), seed=3)
    assert city.shapes is not None
    streets = [
        Street([[(y, x) for x, y in shape]], demand=1.0, length=float(length) if stated else None)
        for shape, length in zip(city.shapes, city.lengths.min(axis=1), strict=True)
    ]
    if stated:
        with pytest.raises(arcload.InputError, match=r"look swapped: .*give the longitude first"):
            draft_streets(Path("t"), streets, Reading(), line_of=int)
    else:
        assert draft_streets(Path("t"), streets, Reading(), line_of=int).columns.geographic


def test_a_street_of_thousands_of_kilometres_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "plan.csv"
    file.write_text("from_lon,from_lat,to_lon,to_lat,demand\n0,0,60,40,1\n")
    assert noted(
        arcload.read(file, depot=1, curb_weight=0).notes,
        "the longest street is 7,\\d\\d\\d km long",
    )
