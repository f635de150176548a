"""The network as the studio's map draws it."""

import json
import math
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arcload import InputError, generate
from arcload.studio.edits.edits import Edits
from arcload.studio.edits.network_data import network_data
from tests.examples import FOUR_EDGES
from tests.strategies import instances
from tests.studio.edits.changes import edits_of
from tests.studio.edits.towns import ON_EARTH, ON_PLANE, POINTS


def test_points_lie_where_the_tiles_of_the_world_have_them() -> None:
    """By the definition of Web Mercator, in units of the whole world, y downwards."""
    data = network_data(ON_EARTH, Edits())
    tile = data["mercator"]
    for (x, y), node in zip(data["nodes"]["at"], data["nodes"]["id"], strict=True):
        longitude, latitude = map(math.radians, POINTS[node])
        assert tile["west"] + tile["step"] * x == pytest.approx(0.5 + longitude / math.tau)
        down = 0.5 - math.log(math.tan(math.pi / 4 + latitude / 2)) / math.tau
        assert tile["north"] + tile["step"] * y == pytest.approx(down, abs=tile["step"])


def test_courses_start_and_end_at_their_nodes() -> None:
    data = network_data(ON_PLANE, Edits())
    assert data["mercator"] is None
    for edge, steps in enumerate(data["streets"]["course"]):
        points = list(zip(accumulate(steps[::2]), accumulate(steps[1::2]), strict=True))
        tail, head = (tuple(data["nodes"]["at"][node]) for node in ON_PLANE.ends[edge])
        assert (points[0], points[-1]) == (tail, head)


def test_changes_show_in_demand_direction_and_flags() -> None:
    edits = Edits().with_step(
        [
            {"streets": [1], "demand": 7, "service": False},
            {"streets": [2], "direction": "backward"},
            {"streets": [3], "closed": True},
        ],
        ON_EARTH,
    )
    streets = network_data(ON_EARTH, edits)["streets"]
    assert streets["id"] == [1, 2, 3]
    assert streets["demand"] == [7, 2, 0]
    assert streets["oneWay"] == [0, 2, 0]
    assert streets["flags"] == [2 + 4, 4, 1 + 4]
    assert streets["length"] == [111, 111, 150]


def test_places_are_told_by_their_nodes() -> None:
    edits = Edits().with_step([{"depot": "b"}, {"facilities": ["c"]}], ON_EARTH)
    data = network_data(ON_EARTH, edits)
    assert (data["depot"], data["facilities"]) == (1, [2])
    assert data["places"] == [{"node": 1, "name": "Depot"}, {"node": 2, "name": "Facility c"}]
    anywhere = Edits().with_step([{"depot": None}], ON_EARTH)
    assert network_data(ON_EARTH, anywhere)["depot"] is None


def test_near_a_pole_the_map_is_a_plane() -> None:
    polar = ON_EARTH.replace(coordinates=[(16, 89), (17, 89), (17, 89.5)])
    assert network_data(polar, Edits())["mercator"] is None


def test_across_the_180th_meridian_streets_are_short() -> None:
    fiji = ON_EARTH.replace(coordinates=[(179.999, -17), (-179.999, -17), (-179.999, -17.001)])
    data = network_data(fiji, Edits())
    assert data["mercator"]["step"] * max(data["size"]) < 1e-5


def test_without_coordinates_there_is_a_sentence() -> None:
    with pytest.raises(InputError, match=r"four edges.*coordinates"):
        network_data(FOUR_EDGES, Edits())


def test_a_city_takes_few_bytes_per_street() -> None:
    city = generate("city", edges=300, seed=1, at=(48.2, 16.37))
    text = json.dumps(network_data(city, Edits()), separators=(",", ":"))
    assert len(text) < 100 * len(city.edges)


@settings(max_examples=25)
@given(st.data())
def test_any_network_is_ready_for_json(data: st.DataObject) -> None:
    base = data.draw(instances())
    assume(base.coordinates is not None)
    told = network_data(base, data.draw(edits_of(base)))
    assert json.loads(json.dumps(told, allow_nan=False))["streets"]["id"] == list(base.edges)
    assert np.array(told["nodes"]["at"]).shape == (len(base.nodes), 2)
