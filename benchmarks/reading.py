"""Reading of a large map: 20,000 streets in GeoJSON, as other programs write it, and in .osm."""

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import osmnx

import arcload

STREETS = 20_000
RUNS = 5


def main() -> None:
    """Print the median time to read each map, beside that of the least that one could do."""
    with tempfile.TemporaryDirectory() as folder:
        city = arcload.generate("city", edges=STREETS, at=(47.37, 8.54), seed=3)
        geojson, osm = (Path(folder) / f"town.{kind}" for kind in ("geojson", "osm"))
        arcload.write(city, geojson)
        data = json.loads(geojson.read_text())
        del data["arcload"]  # so that crossings have to be found
        geojson.write_text(json.dumps(data))
        arcload.write(city, osm)
        for file, what, least in ((geojson, "JSON alone", _parse), (osm, "osmnx's graph", _graph)):
            print(f"{STREETS:,} streets, {file.name}, {file.stat().st_size / 1e6:.1f} MB")
            for name, work in ((what, least), ("arcload.read", _read)):
                median = sorted(_seconds(work, file) for _ in range(RUNS))[RUNS // 2]
                print(f"{name:13} {median:.2f} s")


def _seconds(work: Callable[[Path], None], file: Path) -> float:
    start = time.perf_counter()
    work(file)
    return time.perf_counter() - start


def _parse(file: Path) -> None:
    json.loads(file.read_text())


def _graph(file: Path) -> None:
    osmnx.graph_from_xml(file)


def _read(file: Path) -> None:
    arcload.read(file, depot="47.37,8.54", curb_weight=0)


if __name__ == "__main__":
    main()
