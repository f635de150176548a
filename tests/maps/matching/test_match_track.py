"""Tracks come back as the streets that they were driven on."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload import Edge, InputError, Instance
from arcload.maps.matching.match_track import match_track
from arcload.maps.matching.track import Track
from tests.routes.towns import on_the_globe
from tests.tracks import Drive, drives_of, share_found, track_along

Points = dict[str | int | float, tuple[float, float]]


def network(*streets: tuple[int, int], one_way: tuple[int, ...] = ()) -> Instance:
    """Return streets between points on a grid of 100 m, numbered by ten times x plus y."""
    nodes = {node for street in streets for node in street}
    points: Points = {node: (node // 10 * 100.0, node % 10 * 100.0) for node in nodes}
    edges = [
        Edge(
            tail,
            head,
            math.dist(points[tail], points[head]),
            1,
            length_back=math.inf if number in one_way else None,
        )
        for number, (tail, head) in enumerate(streets)
    ]
    plane = Instance.from_edges(edges, depot=streets[0][0], coordinates=points, length_unit="m")
    return on_the_globe(plane)


def found(instance: Instance, drives: list[Drive], **how: float) -> list[Drive]:
    return match_track(instance, track_along(instance, drives, **how)).drives  # type: ignore[arg-type]


GRID = network(
    (0, 1), (1, 2), (10, 11), (11, 12), (20, 21), (21, 22),
    (0, 10), (10, 20), (1, 11), (11, 21), (2, 12), (12, 22),
)  # fmt: skip


@pytest.mark.parametrize(("spacing", "share"), [(10.0, 0.99), (50.0, 0.95)])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_tour_of_a_town_comes_back(seed: int, spacing: float, share: float) -> None:
    city = arcload.generate("city", edges=120, seed=seed, at=(48.1, 11.5))
    driven = drives_of(arcload.solve(city, method="greedy").plan)
    matched = match_track(city, track_along(city, driven, spacing=spacing, seed=seed))
    assert share_found(city, driven, matched.drives) >= share
    assert matched.noise == pytest.approx(5.0, rel=0.2)
    assert matched.away == 0


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_a_track_without_noise_comes_back_exactly(data: st.DataObject) -> None:
    node, drives = 0, list[Drive]()
    for _ in range(data.draw(st.integers(2, 12))):
        leaving = [
            (edge, side)
            for edge in range(len(GRID.edges))
            for side in (0, 1)
            if GRID.ends[edge, side] == node
        ]
        drives.append(data.draw(st.sampled_from(leaving)))
        node = int(GRID.ends[drives[-1][0], 1 - drives[-1][1]])
    assert found(GRID, drives, noise=0.0) == drives


def test_u_turns_are_driven_at_crossings_and_dead_ends() -> None:
    streets = network((0, 10), (10, 20), (20, 30), (20, 21))
    drives = [(0, 0), (1, 0), (3, 0), (3, 1), (2, 0), (2, 1), (1, 1), (1, 0), (1, 1), (0, 1)]
    assert found(streets, drives) == drives


def test_parallel_streets_15_metres_apart_are_told_apart() -> None:
    nodes: Points = {"a": (0.0, 0.0), "b": (400.0, 0.0), "c": (0.0, 15.0), "d": (400.0, 15.0)}
    edges = [
        Edge("a", "b", 400, 1),
        Edge("c", "d", 400, 1),
        Edge("a", "c", 15, 1),
        Edge("b", "d", 15, 1),
    ]
    plane = Instance.from_edges(edges, depot="a", coordinates=nodes, length_unit="m")
    streets = on_the_globe(plane)
    drives = [(0, 0), (3, 0), (1, 1), (2, 1), (0, 0)]
    for seed in range(5):
        assert share_found(streets, drives, found(streets, drives, seed=seed)) > 0.96


def test_a_roundabout_is_driven_in_its_direction() -> None:
    turns = [k * math.pi / 2 for k in range(4)]
    ring: Points = {f"r{k}": (20 * math.cos(t), 20 * math.sin(t)) for k, t in enumerate(turns)}
    arms: Points = {f"a{k}": (150 * math.cos(t), 150 * math.sin(t)) for k, t in enumerate(turns)}
    arc = 20 * math.pi / 2
    edges = [Edge(f"a{k}", f"r{k}", 130, 1) for k in range(4)]
    for k in range(4):
        bow = tuple(
            (20 * math.cos(t), 20 * math.sin(t))
            for t in np.linspace(turns[k], turns[k] + 1.5708, 6)
        )
        edges.append(Edge(f"r{k}", f"r{(k + 1) % 4}", arc, 1, length_back=math.inf, shape=bow))
    plane = Instance.from_edges(edges, depot="a0", coordinates={**ring, **arms}, length_unit="m")
    streets = on_the_globe(plane)
    # In from the east and out to the south, three quarters round; then straight across.
    drives = [(0, 0), (4, 0), (5, 0), (6, 0), (3, 1), (3, 0), (7, 0), (4, 0), (1, 1)]
    for spacing in (10.0, 40.0):
        assert found(streets, drives, noise=3.0, spacing=spacing) == drives


def test_one_way_streets_are_not_driven_the_wrong_way() -> None:
    streets = network((0, 10), (10, 11), (0, 1), (1, 11), one_way=(0,))
    against = [(1, 1), (0, 1), (2, 0)]
    matched = match_track(streets, track_along(network((0, 10), (10, 11), (0, 1)), against))
    assert (0, 1) not in matched.drives
    driven = found(streets, [(2, 1), (0, 0), (1, 0)])
    assert driven == [(2, 1), (0, 0), (1, 0)]


def test_a_track_driven_backwards_comes_back_backwards() -> None:
    drives = [(0, 0), (1, 0), (10, 0), (3, 1), (9, 0)]
    backwards = [(edge, 1 - side) for edge, side in reversed(drives)]
    track = track_along(GRID, drives)
    turned = Track(track.file, track.points[::-1])
    assert match_track(GRID, turned).drives == backwards


def test_a_gap_is_bridged_by_the_shortest_path_and_told() -> None:
    streets = network(*((10 * k, 10 * k + 10) for k in range(9)))
    drives = [(edge, 0) for edge in range(9)]
    whole = track_along(streets, drives, noise=2.0)
    points = np.delete(whole.points, slice(15, 45), axis=0)
    matched = match_track(streets, Track(whole.file, points))
    assert matched.drives == drives
    (bridge,) = matched.bridges
    assert bridge.straight == pytest.approx(310, abs=12)
    assert bridge.driven == pytest.approx(310, abs=12)
    assert bridge.place == whole.place(14)


def test_points_off_the_streets_are_counted_and_passed_over() -> None:
    drives = [(0, 0), (1, 0), (10, 0), (11, 0)]
    track = track_along(GRID, drives, noise=1.0)
    track.points[10:13, 0] += 0.01  # 750 m to the east
    matched = match_track(GRID, track)
    assert (matched.drives, matched.away) == (drives, 3)


def test_a_street_driven_less_than_half_is_not_driven() -> None:
    drives = [(0, 0), (1, 0), (10, 0)]
    track = track_along(GRID, drives, noise=0.0)
    assert match_track(GRID, Track(track.file, track.points[7:])).drives == drives[1:]
    assert match_track(GRID, Track(track.file, track.points[3:])).drives == drives
    assert match_track(GRID, Track(track.file, track.points[:-7])).drives == drives[:-1]
    assert match_track(GRID, Track(track.file, track.points[:4])).drives == []


def test_a_track_of_another_town_is_refused_with_the_place() -> None:
    track = track_along(GRID, [(0, 0), (1, 0)])
    track.points[:, 1] += 1
    with pytest.raises(InputError, match="does not fit") as refused:
        match_track(GRID, track)
    assert track.place(0) in str(refused.value)


def test_a_track_that_leaves_the_town_is_refused_with_the_place() -> None:
    track = track_along(GRID, [(0, 0), (1, 0)])
    track.points[6:, 1] += 0.1
    with pytest.raises(InputError) as refused:
        match_track(GRID, track)
    assert track.place(6) in str(refused.value)


def test_a_track_with_a_point_in_400_metres_is_too_coarse() -> None:
    streets = network(*((10 * k, 10 * k + 10) for k in range(9)))
    track = track_along(streets, [(k, 0) for k in range(9)], spacing=400.0)
    with pytest.raises(InputError, match="too coarse") as refused:
        match_track(streets, track)
    assert track.place(0) in str(refused.value)


def test_a_network_in_a_plane_takes_tracks_in_its_own_coordinates() -> None:
    city = arcload.generate("city", edges=60, seed=3)
    driven = drives_of(arcload.solve(city, method="greedy").plan)
    matched = match_track(city, track_along(city, driven, noise=1.0))
    assert share_found(city, driven, matched.drives) > 0.99


def test_a_track_of_one_point_is_refused() -> None:
    with pytest.raises(InputError, match="the track has only 1 point"):
        match_track(GRID, Track(Path("one.gpx"), GRID.coordinates[:1]))  # type: ignore[index]
