"""Instances to graphs of osmnx."""

from typing import Any

import numpy as np

from arcload.maps.formats.extras import load_extra
from arcload.maps.formats.graphs import OURS
from arcload.maps.formats.losses import require_degrees
from arcload.model.arguments import require
from arcload.model.courses import Courses
from arcload.model.instance import Instance


def to_osmnx(instance: Instance) -> Any:
    """Return the instance as osmnx has a graph: a ``networkx.MultiDiGraph`` with an arc each way.

    Arcs have osmid (the number of the street, from 1), length, oneway, reversed, name, demand,
    geometry and the attributes of the instance; of a street with two lengths each arc has its own.
    `from_networkx` reads it back, given the depot and the vehicle, which such a graph does not
    hold; `to_networkx` makes one that holds everything.

    Parameters
    ----------
    instance
        An instance with longitudes and latitudes, its lengths in metres.
    """
    require(instance, "instance", Instance)
    require_degrees(instance)
    networkx = load_extra("networkx", "geo", "graphs are made with networkx")
    shapely = load_extra("shapely", "geo", "the courses of streets are made with shapely")
    assert instance.coordinates is not None
    graph = networkx.MultiDiGraph(
        crs="epsg:4326", name=instance.name, created_with=OURS, simplified=True
    )
    for node, (x, y) in zip(instance.nodes, instance.coordinates.tolist(), strict=True):
        graph.add_node(node, x=x, y=y)
    allowed = np.isfinite(instance.lengths)
    for k, course in enumerate(Courses(instance).all()):
        for side in np.flatnonzero(allowed[k]).tolist():
            turn = 1 - 2 * side
            tail, head = (instance.nodes[node] for node in instance.ends[k][::turn])
            graph.add_edge(
                tail,
                head,
                osmid=k + 1,
                length=instance.lengths.item(k, side),
                oneway=bool(not allowed[k].all()),
                reversed=bool(side) and bool(allowed[k].all()),
                name=instance.names[k] if instance.names else "",
                demand=instance.demands.item(k),
                geometry=shapely.LineString(course[::turn]),
                **_more(instance, k, side),
            )
    return graph


def _more(instance: Instance, k: int, side: int) -> dict[str, Any]:
    """Return what only some streets have."""
    more: dict[str, Any] = {
        name: cells[k] for name, cells in instance.attributes.items() if cells[k]
    }
    if instance.serve_costs is not None:
        more["serve_cost"] = instance.serve_costs.item(k, side)
    if instance.priorities is not None:
        more["priority"] = instance.priorities.item(k)
    return more
