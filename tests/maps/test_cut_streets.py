"""Streets above every capacity are cut into the fewest equal pieces that are not."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload import Edge, InputError, Instance, Vehicle
from arcload.maps.cut_streets import cut_streets
from tests.notes import noted
from tests.strategies import instances

TOWN = Instance.from_edges(
    [
        Edge("a", "b", 6, 10, id=12, length_back=9, name="High Street", serve_cost=3, priority=1),
        Edge("b", "a", 2, 3, id=13),
        Edge("b", "b", 0, 8, id=14, serve_cost=4),
    ],
    depot="a",
    curb_weight=1,
    coordinates={"a": (0, 0), "b": (4, 2)},
)


def test_the_pieces_share_length_demand_and_cost() -> None:
    cut = cut_streets(TOWN, 4)
    assert cut.edges == ("12/1", "12/2", "12/3", 13, "14/1", "14/2")
    assert cut.nodes == ("a", "b", "12/1", "12/2")
    first, last = cut.edge("12/1"), cut.edge("12/3")
    assert (first.tail, first.head, last.tail, last.head) == ("a", "12/1", "12/2", "b")
    assert (first.length, first.length_back, first.serve_cost) == (2, 3, 1)
    assert first.demand == pytest.approx(10 / 3)
    assert (first.name, first.priority) == ("High Street", 1)
    assert cut.coordinates is not None
    assert cut.coordinates[2:] == pytest.approx(np.array([[4 / 3, 2 / 3], [8 / 3, 4 / 3]]))
    assert (cut.capacity, cut.cut_streets) == (4, True)
    (note,) = cut.notes
    assert "2 streets above every capacity were cut into 5 pieces: 12 (High Street) into 3" in str(
        note
    )


def test_a_place_to_be_served_becomes_several_at_its_node() -> None:
    cut = cut_streets(TOWN, 4)
    for edge in ("14/1", "14/2"):
        assert cut.edge(edge)[:4] == ("b", "b", 0, 4)
        assert cut.edge(edge).serve_cost == 2


def test_a_shape_is_split_where_the_pieces_meet() -> None:
    shape = ((0.0, 0.0), (4.0, 0.0), (4.0, 2.0))
    town = TOWN.replace(shapes=(shape, (), ()))
    cut = cut_streets(town, 5)
    assert cut.shapes is not None
    assert cut.shapes[:2] == (((0, 0), (3, 0)), ((3, 0), (4, 0), (4, 2)))
    assert cut.coordinates is not None
    assert cut.coordinates[2].tolist() == [3, 0]


def test_closed_streets_are_closed_in_all_pieces() -> None:
    small, large = (Vehicle(start="a", end="a", closed=edges) for edges in ((12,), ()))
    cut = cut_streets(TOWN.replace(vehicles=[small, large]), [9, 5])
    assert cut.edges == ("12/1", "12/2", 13, 14)
    assert [vehicle.closed for vehicle in cut.vehicles] == [("12/1", "12/2"), ()]
    assert [vehicle.capacity for vehicle in cut.vehicles] == [9, 5]


def test_ids_that_are_taken_are_not_given_again() -> None:
    town = Instance.from_edges(
        [Edge("a", "12/1", 6, 10, id=12), Edge("12/1", "a", 2, 3, id="12/2")], depot="a"
    )
    cut = cut_streets(town, 5)
    assert cut.edges == ("12//1", "12//2", "12/2")
    assert cut.nodes == ("a", "12/1", "12/1'")


@settings(deadline=None)
@given(instances(min_served=1, closed=True), st.floats(0.02, 1.5))
def test_what_is_cut_fits_and_loses_nothing(instance: Instance, share: float) -> None:
    instance = instance.replace(coordinates=None, geographic=False, shapes=None)
    capacity = share * float(instance.demands.max())
    cut = cut_streets(instance, capacity)
    assert cut.demands.max() <= capacity * (1 + 1e-8)
    assert cut.total_demand == pytest.approx(instance.total_demand)
    assert cut.lengths.sum() == pytest.approx(instance.lengths.sum())
    fewest = np.ceil(instance.demands / (capacity * (1 + 1e-9)))
    assert len(cut.edges) == np.maximum(fewest, 1).sum()


def test_far_too_many_pieces_are_refused() -> None:
    with pytest.raises(InputError, match=r"10,000,000 pieces; look whether both are in one unit"):
        cut_streets(TOWN, 1e-6)
    with pytest.raises(InputError, match="2 capacities for 1 type"):
        cut_streets(TOWN, [1, 2])


def test_a_file_is_read_with_its_streets_cut(tmp_path: Path) -> None:
    file = tmp_path / "town.csv"
    file.write_text("from,to,length,demand\na,b,6,10\nb,a,2,3\n")
    changes: dict[str, Any] = {"depot": "a", "curb_weight": 1, "capacity": 4}
    with pytest.raises(InputError, match=r"town.csv, line 2: .* cut_streets=True serves it"):
        arcload.read(file, **changes)
    cut = arcload.read(file, **changes, cut_streets=True)
    assert (len(cut.edges), cut.capacity, cut.cut_streets) == (4, 4, True)
    assert noted(cut.notes, "1 street above every capacity was cut into 3 pieces: 1 .*into 3")
    whole = arcload.read(file, **changes | {"capacity": math.inf}, cut_streets=True)
    assert whole.edges == (1, 2)
