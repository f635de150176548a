"""Instances and plans as tables of pandas and geopandas."""

from typing import Any

import numpy as np

from arcload.maps.formats.extras import load_extra
from arcload.model.arguments import require
from arcload.model.courses import Courses
from arcload.model.crossing import Crossing
from arcload.model.instance import Instance
from arcload.model.plan import Plan
from arcload.model.result import Result
from arcload.routes.driven_plan import DrivenPlan
from arcload.routes.stage_rows import stage_rows

_NUMBERS = ("length", "distance", "load_before", "load_after", "cost", "hours")


def table_of(shown: Instance | Plan | Result) -> Any:
    """Return a ``pandas.DataFrame``: the streets of an instance, or the crossings of a plan.

    A street has id, from, to, name, length, oneway (``"yes"`` from tail to head, ``"-1"`` back,
    ``"no"``), demand, what else an instance may have of it, and its attributes; length_back where
    some streets have two lengths. A crossing has number, edge, street, from, to, direction, served,
    length, distance (so far), load_before, load_after and cost; with speeds also hours and, where
    the time to leave is known, time; of a fleet also route, vehicle (its label) and trip.
    """
    pandas = load_extra("pandas", "geo", "a data frame is made with pandas")
    require(shown, "instance or plan", Instance, Plan, Result)
    if isinstance(shown, Instance):
        return pandas.DataFrame(_streets(shown))
    rows = [row for _, row in _crossings(DrivenPlan(shown))]
    frame = pandas.DataFrame(rows, columns=_columns(rows))
    numbers = [name for name in _NUMBERS if name in frame]
    frame = frame.astype(dict.fromkeys(numbers, float))
    return frame.fillna({"vehicle": ""}) if "vehicle" in frame else frame


def geotable_of(shown: Instance | Plan | Result) -> Any:
    """Return a ``geopandas.GeoDataFrame``: `table_of` with the line of each street or crossing.

    Crossings run in the direction driven.
    """
    geopandas = load_extra("geopandas", "geo", "a geographic data frame is made with geopandas")
    shapely = load_extra("shapely", "geo", "a geographic data frame is made with shapely")
    frame = table_of(shown)
    if isinstance(shown, Instance):
        instance, lines = shown, Courses(shown).all()
    else:
        driven = DrivenPlan(shown)
        instance = driven.instance
        lines = [driven.courses.of(crossing) for crossing, _ in _crossings(driven)]
    return geopandas.GeoDataFrame(
        frame,
        geometry=[shapely.LineString(line) for line in lines],
        crs=4326 if instance.geographic else None,
    )


def _streets(instance: Instance) -> dict[str, Any]:
    """Return the columns of an instance."""
    nodes, count = instance.nodes, len(instance.edges)
    there, back = instance.lengths.T
    columns: dict[str, Any] = {
        "id": list(instance.edges),
        "from": [nodes[tail] for tail, _ in instance.ends.tolist()],
        "to": [nodes[head] for _, head in instance.ends.tolist()],
        "name": list(instance.names or ("",) * count),
        "length": np.where(np.isfinite(there), there, back),
        "oneway": np.where(np.isinf(back), "yes", np.where(np.isinf(there), "-1", "no")).tolist(),
        "demand": instance.demands,
    }
    if (np.isfinite(instance.lengths).all(axis=1) & (there != back)).any():
        columns["length_back"] = np.where(np.isfinite(back), back, there)
    if instance.serve_costs is not None:
        columns["serve_cost"] = instance.serve_costs[:, 0]
        columns["serve_cost_back"] = instance.serve_costs[:, 1]
    if instance.priorities is not None:
        columns["priority"] = instance.priorities
    return columns | {name: list(cells) for name, cells in instance.attributes.items()}


def _crossings(driven: DrivenPlan) -> list[tuple[Crossing, dict[str, Any]]]:
    """Return every crossing and its row."""
    return [
        (stage.deed, row | {"cost": stage.deed.cost})
        for stage, row in stage_rows(driven)
        if isinstance(stage.deed, Crossing)
    ]


def _columns(rows: list[dict[str, Any]]) -> list[str]:
    """Return the columns of rows of which some lack one."""
    names = dict.fromkeys(name for row in rows for name in row)
    if "vehicle" in names:  # beside its route, also where the first has no label
        names = {"number": None, "route": None, "vehicle": None, **names}
    return list(names)
