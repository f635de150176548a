"""Instances to graphs of osmnx, and back."""

import numpy as np
import pytest

import arcload
from tests.examples import FOUR_EDGES
from tests.routes.towns import town

pytest.importorskip("osmnx")


def test_a_town_comes_back() -> None:
    instance = town()
    graph = arcload.to_osmnx(instance)
    again = arcload.from_networkx(graph, depot=instance.depot, curb_weight=instance.curb_weight)
    assert again.nodes == instance.nodes
    assert _streets(again) == _streets(instance)


def _streets(instance: arcload.Instance) -> list[tuple[str, float, float, bool]]:
    """Return the streets in an order of their own."""
    return sorted(
        (str(row["name"]), row["demand"], row["length"], row["oneway"] == "no")
        for row in instance.to_dataframe().to_dict("records")
    )


def test_osmnx_takes_it() -> None:
    import osmnx

    graph = arcload.to_osmnx(town())
    nodes, edges = osmnx.graph_to_gdfs(graph)
    assert len(nodes) == len(town().nodes)
    assert len(edges) == np.isfinite(town().lengths).sum()
    assert osmnx.project_graph(graph).graph["crs"] == "EPSG:32632"


def test_every_direction_is_an_arc_with_its_length() -> None:
    flat = town()
    hilly = flat.replace(lengths=arcload.slope_lengths(flat, np.arange(len(flat.nodes))))
    graph = arcload.to_osmnx(hilly)
    lengths = sorted(data["length"] for _, _, data in graph.edges(data=True))
    assert lengths == sorted(hilly.lengths[np.isfinite(hilly.lengths)].tolist())


def test_a_network_that_is_not_on_earth_is_refused() -> None:
    with pytest.raises(arcload.InputError, match="no longitudes"):
        arcload.to_osmnx(FOUR_EDGES)
