"""Tables of streets with a course each, read and written through geopandas."""

import math
import os
import tempfile
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from arcload.maps.formats.draft import Draft
from arcload.maps.formats.extras import load_extra
from arcload.maps.formats.losses import (
    held_attributes,
    note_losses,
    refuse_uneven,
    require_degrees,
    street_columns,
)
from arcload.maps.formats.reading import Reading, number_in, refusal, way_in
from arcload.maps.formats.streets import Street, draft_streets
from arcload.model.attributes import OWN_COLUMNS
from arcload.model.errors import InputError, counted
from arcload.model.files import brief, not_written, require_writable
from arcload.model.instance import Instance
from arcload.model.notes import Note

_LONGEST = {"ESRI Shapefile": (10, 254)}  # bytes of a column's name, and of a text in it
_RESERVED = ("fid", "ogc_fid", "geom", "geometry")


def read_table(path: Path, reading: Reading, kind: str, require: Callable[[Path], None]) -> Draft:
    """Return the streets of a table; every line is one, in any coordinate system.

    Parameters
    ----------
    path
        The file.
    reading
        Its columns.
    kind
        What the format is called.
    require
        Refuses a file of any other format: geopandas guesses by the content, and some formats
        are lists of other files and of addresses in the network.
    """
    geopandas = load_extra("geopandas", "geo", f"{path}: {kind} files are read with geopandas")
    if not path.is_file():
        reason = "is a folder" if path.is_dir() else "no such file or directory"
        raise InputError(f"{path}: {reason}; name a file that can be read")
    require(path)
    name = _local_name(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            frame = geopandas.read_file(name, engine="pyogrio")
    except Exception as error:  # geopandas lets through whatever its drivers raise
        reason = " ".join(str(error).split())[:120]
        raise InputError(f"{path}: this cannot be read as a {kind} ({reason})") from None
    if "geometry" not in frame:
        raise InputError(f"{path}: the file has no streets, it is a table without lines")
    return draft_table(frame, path, reading)


def draft_table(frame: Any, path: Path, reading: Reading) -> Draft:
    """Return the streets of a table of geopandas; every line is one.

    Parameters
    ----------
    frame
        The table, with a column ``geometry``; it may be changed.
    path
        What messages call it.
    reading
        Its columns.
    """
    frame, geographic = _in_degrees(frame, path, reading.notes)
    column_names = [str(name) for name in frame.columns if name != "geometry"]
    asked, reading = reading, reading.with_units(column_names)
    columns = reading.find(column_names, path)
    asked.tell_units(reading, path)
    _refuse_two_lengths(frame, columns.get("length"), path)
    _spell_one_way(frame, columns.get("oneway"), path, reading.notes)
    streets, rows = [], []
    for number, row in enumerate(frame.to_dict("records"), start=1):
        lines = list(_lines(row["geometry"]))
        if lines:
            tags = {k: _plain(cell) for k, cell in row.items() if k not in columns.values()}
            streets.append(Street(lines, **_values(row, columns, path, number), tags=tags))
            rows.append(number)
    if not streets:
        raise InputError(f"{path}: there are no streets (lines)")
    if len(rows) < len(frame):
        others = counted(len(frame) - len(rows), "row")
        reading.notes.append(Note(f"{path}: left out {others} without a line"))
    draft = draft_streets(path, streets, reading, line_of=rows.__getitem__, geographic=geographic)
    draft.unit = "row"
    draft.points = _named_points(frame, columns.get("name"))
    return draft


def _local_name(path: Path) -> str:
    """Return a name that stands for this file and no other.

    A name such as ``/vsicurl/...`` is an address to geopandas, ``a.zip!b.gpkg`` a file within
    another, and of ``a;b.gpkg`` it opens ``a``.
    """
    if str(path).startswith("/vsi") or "!" in str(path) or ";" in path.name:
        raise InputError(f"{path}: '!', ';' or '/vsi' in this name means another file; rename it")
    return str(path) if path.is_absolute() else os.path.join(".", path)


def _in_degrees(frame: Any, path: Path, notes: list[Note]) -> tuple[Any, bool]:
    """Return the table in degrees where it names its system, and whether they are degrees."""
    nowhere = frame.crs is not None and frame.crs.is_engineering  # a plane that somebody drew
    if frame.crs is not None and not nowhere:
        return frame.to_crs(4326), True
    west, south, east, north = frame.total_bounds
    on_earth = not nowhere and west >= -180 and east <= 180 and south >= -90 and north <= 90
    taken = "longitude and latitude" if on_earth else "metres in a plane"
    notes.append(
        Note(f"{path}: no coordinate system is named; the coordinates are taken as {taken}")
    )
    return frame, bool(on_earth)


def _refuse_two_lengths(frame: Any, column: str | None, path: Path) -> None:
    """Refuse a street whose way back has another length: a table of lines has one of each."""
    if column is None or "length_back" not in frame:
        return
    pairs = zip(frame[column], frame["length_back"], strict=True)
    for number, (there, back) in enumerate(((_plain(a), _plain(b)) for a, b in pairs), start=1):
        if back is not None and back != there:
            raise InputError(
                f"{path}, row {number}: length_back is {brief(back)} and {column} {brief(there)}; "
                "a street of two lengths is read from .json, .geojson and .csv files"
            )


def _spell_one_way(frame: Any, column: str | None, path: Path, notes: list[Note]) -> None:
    """Write out the letters F, T and B, which stand for along the line, against it, and both."""
    if column is None:
        return
    cells = [_plain(cell) for cell in frame[column]]
    if {"B"} <= {cell for cell in cells if cell} <= {"B", "F", "T"}:
        words = {"F": "yes", "T": "-1", "B": "no"}
        frame[column] = [words.get(cell) for cell in cells]
        told = "F as along the line, T as against it and B as both ways"
        notes.append(Note(f"{path}: read {column!r} with {told}"))


def _named_points(frame: Any, column: str | None) -> dict[str, tuple[float, float]]:
    """Return the points of a table by their names."""
    if column is None:
        return {}
    rows = zip(frame[column], frame["geometry"], strict=True)
    return {
        name: (float(point.x), float(point.y))
        for name, point in rows
        if isinstance(name, str)
        and point is not None
        and point.geom_type == "Point"
        and not point.is_empty
    }


def _lines(geometry: Any) -> Iterator[list[tuple[float, float]]]:
    if geometry is None or geometry.is_empty:
        return
    parts = geometry.geoms if geometry.geom_type == "MultiLineString" else [geometry]
    for part in parts:
        if part.geom_type in ("LineString", "LinearRing"):
            yield [(point[0], point[1]) for point in part.coords]


def _values(
    row: dict[str, Any], columns: dict[str, str], path: Path, number: int
) -> dict[str, Any]:
    """Return what a row says of its street."""
    given = {role: _plain(row[column]) for role, column in columns.items()}
    values: dict[str, Any] = {"name": "" if given.get("name") is None else str(given["name"])}
    values["priority"] = given.get("priority")
    for role in ("demand", "length", "serve_cost"):
        value = given.get(role)
        if value is None or value == "":
            continue
        values[role] = number_in(value)
        if values[role] is None:
            raise InputError(f"{path}, row {number}: {refusal(role, columns[role], value)}")
        if values[role] < 0:
            why = f"{columns[role]} is {brief(value)}; it must be 0 or more"
            raise InputError(f"{path}, row {number}: {why}")
    word = given.get("oneway")
    values["way"] = way_in(word)
    if values["way"] is None:
        raise InputError(f"{path}, row {number}: {refusal('oneway', columns['oneway'], word)}")
    identity = _plain(row.get("id"))
    values["id"] = identity if isinstance(identity, str | int) else None
    return values


def _plain(value: Any) -> Any:
    """Return a cell as plain Python: None where it is empty."""
    value = value.item() if hasattr(value, "item") else value
    if isinstance(value, float) and math.isnan(value):
        return None
    return value if isinstance(value, str | int | float) else None


def write_table(instance: Instance, path: Path, notes: list[Note], driver: str, kind: str) -> None:
    """Write the streets of an instance as a table.

    Parameters
    ----------
    instance
        What to write.
    path
        The file.
    notes
        Takes what is lost.
    driver
        What geopandas calls the format.
    kind
        What people call it.
    """
    try:
        require_degrees(instance)
        refuse_uneven(instance)
    except InputError as error:
        raise error.found_in(path) from None
    geopandas = load_extra("geopandas", "geo", f"{path}: {kind} files are written with geopandas")
    shapely = load_extra("shapely", "geo", f"{path}: {kind} files are written with shapely")
    attributes = _held(instance, _LONGEST.get(driver))
    note_losses(
        instance,
        notes,
        ids=True,
        names=False,
        shapes=False,
        units=bool(instance.load_unit),
        fleet=True,
        attributes=attributes,
        the_start_and_end=True,
        the_curb_weight=instance.curb_weight > 0,
        the_mode=instance.mode != "deliver",
    )
    assert instance.coordinates is not None
    lengths = instance.lengths.tolist()
    shapes = instance.shapes or ((),) * len(instance.edges)
    lines = [
        shape if len(shape) > 1 else instance.coordinates[ends].tolist()
        for shape, ends in zip(shapes, instance.ends, strict=True)
    ]
    frame = geopandas.GeoDataFrame(
        {
            "id": [str(edge) for edge in instance.edges],
            "name": list(instance.names or [""] * len(lines)),
            "length": [min(pair) for pair in lengths],
            "oneway": [
                "yes" if math.isinf(b) else "-1" if math.isinf(a) else "no" for a, b in lengths
            ],
            "demand": instance.demands.tolist(),
            **street_columns(instance),
            **{name: list(cells) for name, cells in attributes.items()},
        },
        geometry=[shapely.LineString(line) for line in lines],
        crs=4326,
    )
    require_writable(path)
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".arcload.") as folder:
            frame.to_file(_local_name(Path(folder) / path.name), driver=driver, engine="pyogrio")
            made = sorted(Path(folder).iterdir())  # a shapefile is several
            for file in made:
                require_writable(path.parent / file.name)
            for file in made:
                os.replace(file, path.parent / file.name)
    except InputError:
        raise
    except Exception as error:  # geopandas lets through whatever its drivers raise
        raise not_written(path, error) from error


def _held(instance: Instance, longest: tuple[int, int] | None) -> dict[str, tuple[str, ...]]:
    """Return the attributes that a table can hold; it tells no small letters from capital ones."""
    names = Counter(name.lower() for name in instance.attributes)
    names.update((*OWN_COLUMNS, *_RESERVED))
    attributes = held_attributes(instance, lambda name: names[name.lower()] == 1)
    if longest is None:
        return attributes
    of_name, of_text = longest
    return {
        name: cells
        for name, cells in attributes.items()
        if name.isascii()
        and len(name) <= of_name
        and all(len(cell.encode()) <= of_text for cell in set(cells))
    }
