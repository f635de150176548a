"""Coordinates in other systems than longitude and latitude."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from arcload.maps.formats.extras import load_extra
from arcload.model.errors import InputError
from arcload.model.notes import Note
from arcload.model.types import Shape


def to_degrees(
    streets: Sequence[Sequence[Shape]], epsg: int, path: Path, notes: list[Note]
) -> list[list[Shape]]:
    """Return lines as longitudes and latitudes (WGS 84).

    Parameters
    ----------
    streets
        The lines of each street.
    epsg
        Number of their coordinate system in the EPSG register.
    path
        The file, for messages.
    notes
        Takes the note that they were converted.
    """
    pyproj = load_extra(
        "pyproj", "geo", f"{path}: coordinates in EPSG:{epsg} are converted with pyproj"
    )
    try:
        system = pyproj.CRS.from_epsg(epsg)
        convert = pyproj.Transformer.from_crs(system, 4326, always_xy=True)
    except pyproj.exceptions.ProjError:
        raise InputError(
            f"{path}: the coordinates are in EPSG:{epsg}, which is unknown; save the file in "
            "longitude and latitude (WGS 84, EPSG:4326)"
        ) from None
    points = np.array([point for lines in streets for line in lines for point in line]).reshape(
        -1, 2
    )
    degrees = np.column_stack(convert.transform(*points.T))
    for k in np.flatnonzero(~np.isfinite(degrees).all(axis=1))[:1]:
        x, y = points[k]
        raise InputError(f"{path}: the point {x:g}, {y:g} does not lie in EPSG:{epsg}")
    notes.append(
        Note(f"{path}: the coordinates were converted from EPSG:{epsg} to longitude and latitude")
    )
    moved = iter(map(tuple, degrees.tolist()))
    return [[tuple(next(moved) for _ in line) for line in lines] for lines in streets]
