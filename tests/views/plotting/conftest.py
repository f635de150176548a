"""A small town to draw, and axes that open no window."""

import math

import matplotlib
import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.collections import Collection, LineCollection, PolyCollection
from matplotlib.figure import Figure

import arcload
from arcload import Edge, Instance, Result
from arcload.model.types import FloatArray

matplotlib.use("Agg")


@pytest.fixture
def ax() -> Axes:
    """Return axes of a new figure that no window holds."""
    return Figure().add_subplot()


@pytest.fixture(scope="session")
def block() -> Instance:
    """Return a block of streets: one bent, one one-way against its own course, one unserved."""
    return Instance.from_edges(
        [
            Edge("a", "b", 100, 10, id="bent", shape=((0, 0), (50, 10), (100, 0))),
            Edge("c", "b", math.inf, 40, id="one-way", length_back=80),
            Edge("c", "d", 100, 0, id="unserved"),
            Edge("d", "a", 80, 50, id="heavy"),
        ],
        depot="a",
        coordinates={"a": (0, 0), "b": (100, 0), "c": (100, 80), "d": (0, 80)},
        curb_weight=25,
        length_unit="m",
        load_unit="kg",
        name="block",
    )


@pytest.fixture(scope="session")
def town() -> Instance:
    """Return a generated town with streets that need no service."""
    return arcload.generate("city", edges=60, served=0.8, seed=3)


@pytest.fixture(scope="session")
def result(town: Instance) -> Result:
    """Return a tour of the town."""
    return arcload.solve(town, "greedy")


def lines(ax: Axes, label: str) -> LineCollection:
    """Return the lines with this label."""
    found = _labelled(ax, label)
    assert isinstance(found, LineCollection)
    return found


def polygons(ax: Axes, label: str) -> PolyCollection:
    """Return the polygons with this label."""
    found = _labelled(ax, label)
    assert isinstance(found, PolyCollection)
    return found


def corners(collection: Collection) -> list[FloatArray]:
    """Return the points of each line or polygon."""
    return [np.asarray(path.vertices, dtype=np.float64) for path in collection.get_paths()]


def _labelled(ax: Axes, label: str) -> Collection:
    (found,) = [each for each in ax.collections if each.get_label() == label]
    return found
