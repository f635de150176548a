"""Instances from tables of geopandas."""

from pathlib import Path
from typing import Any

from arcload.maps.formats.convert import reading_in
from arcload.maps.formats.extras import load_extra
from arcload.maps.formats.reading import Reading
from arcload.maps.formats.tables import draft_table
from arcload.model.arguments import shown
from arcload.model.errors import InputError
from arcload.model.instance import Instance


def from_geodataframe(frame: Any, *, name: str = "streets", **changes: Any) -> Instance:
    """Make an instance from a table of geopandas in which every line is a street.

    It is read as a GeoPackage or a shapefile is, see ``docs/formats.md``: lines meet where they
    share a point, and there they are cut; lengths are measured unless a column states them. A table
    that names its coordinate system is taken to longitude and latitude.

    Parameters
    ----------
    frame
        The table; it stays as it is. Of what osmnx makes, give the graph to `from_networkx`: it
        knows one-way streets and the two directions of others.
    name
        What to call the instance.
    changes
        As in `read`: columns and rules, such as ``demand_column="salt_kg"`` or
        ``demand_per_km=180``, the depot, and fields of the vehicle, such as ``curb_weight=9000``.
    """
    geopandas = load_extra("geopandas", "geo", "tables of streets are read with geopandas")
    if not isinstance(frame, geopandas.GeoDataFrame):
        raise InputError(
            f"the table is {shown(frame)}; it must be a geopandas.GeoDataFrame with a line per "
            "street"
        )
    if not isinstance(name, str):
        raise InputError(f"the name is {shown(name)}; it must be text")
    if frame.active_geometry_name is None:
        raise InputError("the table has no lines; set its geometry with frame.set_geometry(...)")
    how = Reading(**reading_in(changes, "from_geodataframe"))
    lines = frame.active_geometry_name
    columns = {str(column): frame[column] for column in frame.columns if column != lines}
    copy = geopandas.GeoDataFrame(columns, geometry=frame[lines], crs=frame.crs)
    draft = draft_table(copy.reset_index(drop=True), Path(name), how).labelled(how)
    return draft.instance(**changes).replace(name=name)
