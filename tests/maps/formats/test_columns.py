"""The columns of a network."""

import numpy as np

from arcload import FREE, Instance
from arcload.maps.formats.columns import Columns

TRIANGLE = Columns.of_streets(
    [("a", "b"), ("b", "c"), ("c", "a")],
    {"a": (0.0, 0.0), "b": (1.0, 0.0), "c": (0.0, 2.0), "far": (9.0, 9.0)},
    ["c", "far", "b", "a"],
    name="triangle",
    lengths=np.array([[1.0, 1.0], [3.0, 3.0], [2.0, np.inf]]),
    demands=np.array([5.0, 0.0, 7.0]),
    names=["A", "B", "C"],
)


def test_nodes_stand_in_the_order_of_the_file_and_only_if_a_street_uses_them() -> None:
    assert list(TRIANGLE.nodes) == ["c", "b", "a"]
    assert TRIANGLE.ends.tolist() == [[2, 1], [1, 0], [0, 2]]
    assert TRIANGLE.coordinates is not None
    assert TRIANGLE.coordinates.tolist() == [[0, 2], [1, 0], [0, 0]]


def test_a_part_keeps_every_column_of_its_nodes_and_edges() -> None:
    part = TRIANGLE.part(np.array([False, True, True]), np.array([True, False, False]))
    assert (part.nodes, part.edges, part.names) == (("b", "a"), (1,), ("A",))
    assert (part.ends.tolist(), part.lengths.tolist()) == ([[1, 0]], [[1, 1]])
    assert part.demands.tolist() == [5]
    assert part.coordinates is not None
    assert part.coordinates.tolist() == [[1, 0], [0, 0]]
    assert (part.shapes, part.name) == (None, "triangle")


def test_the_columns_are_the_parameters_of_an_instance() -> None:
    from arcload.model.vehicle import Vehicle

    instance = Instance(**TRIANGLE.to_dict(), vehicles=(Vehicle(start=FREE, end=FREE),))
    assert (instance.name, instance.edges, instance.names) == (
        "triangle",
        (1, 2, 3),
        ("A", "B", "C"),
    )


def test_links_are_edges_without_demand_between_nodes_that_are_there() -> None:
    linked = TRIANGLE.with_links([("a", "c")])
    assert linked.ends.tolist() == [*TRIANGLE.ends.tolist(), [2, 0]]
    assert linked.demands.tolist() == [5, 0, 7, 0]
    assert np.isfinite(linked.lengths[3]).all()
    assert len(set(linked.edges)) == 4
