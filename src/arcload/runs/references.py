"""Results of others, to compare with.

Files have one row per instance and the columns ``name`` (or ``instance``) and ``cost``; a time in
``time (ms)``, ``time (s)`` or ``seconds``, the size in ``number of edges``, and ``method``, where
one file holds several, are optional. So both the files of the paper's authors and our own
``runs.csv`` can be read.
"""

import csv
import io
from collections.abc import Iterable
from pathlib import Path

from arcload.model.errors import InputError
from arcload.model.files import at, parse_number, read_text, stem
from arcload.model.spreadsheet import cell
from arcload.runs.paper_names import PAPER_NAMES, rank
from arcload.runs.run import HEADER, read_runs
from arcload.runs.series import Series, series_of

_EDGES = "number of edges"
_TIMES = (("time (ms)", 1000.0), ("seconds", 1.0), ("time (s)", 1.0))


def read_references(paths: Iterable[Path]) -> list[Series]:
    """Read files of results, and the CSV files of folders; the paper's methods come first."""
    files = [file for path in paths for file in _files(path)]
    series = [one for file in files for one in _read(file)]
    for number, one in enumerate(series):
        if one.name in [other.name for other in series[:number]]:
            raise InputError(f"two references are called {one.name}; rename one of the files")
    return sorted(series, key=lambda one: rank(one.name))


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    files = sorted(file for file in path.iterdir() if file.suffix.lower() == ".csv")
    if not files:
        raise InputError(f"{path}: the folder has no .csv file to compare with")
    return files


def _read(file: Path) -> list[Series]:
    text = read_text(file)
    if text.startswith(HEADER):
        return [
            Series(name=f"{one.name} in {file.parent.name}", costs=one.costs, seconds=one.seconds)
            for one in series_of(read_runs(file))
        ]
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    header = [name.strip().lower() for name in reader.fieldnames or ()]
    reader.fieldnames = header
    name_column = _column(header, ("name", "instance"), file)
    cost_column = _column(header, ("cost",), file)
    costs: dict[str, dict[str, tuple[float, ...]]] = {}
    seconds: dict[str, dict[str, tuple[float, ...]]] = {}
    edges: dict[str, int] = {}
    for row in reader:
        line = reader.line_num
        instance = cell(Path(_text(row, name_column, line, file)).stem)
        method = cell(row.get("method") or stem(file))
        of_method = costs.setdefault(method, {})
        if instance in of_method:
            raise at(file, line, f"{instance} stands twice")
        of_method[instance] = (_number(row, cost_column, line, file),)
        if (row.get(_EDGES) or "").strip():
            edges[instance] = int(_number(row, _EDGES, line, file))
        column, factor = next(((c, f) for c, f in _TIMES if c in header), ("", 1.0))
        if column and (row[column] or "").strip():
            time = _number(row, column, line, file) / factor
            seconds.setdefault(method, {})[instance] = (time,)
    if not costs:
        raise InputError(f"{file}: the file has no results, only its header")
    return [
        Series(
            name=PAPER_NAMES.get(method, method),
            costs=by_instance,
            seconds=seconds.get(method, {}),
            published=True,
            edges=edges,
        )
        for method, by_instance in costs.items()
    ]


def _column(header: list[str], names: tuple[str, ...], file: Path) -> str:
    for name in names:
        if name in header:
            return name
    raise at(file, 1, f"there is no column {names[0]!r}; the header is {', '.join(header)[:80]}")


def _text(row: dict[str, str], column: str, line: int, file: Path) -> str:
    value = (row[column] or "").strip()
    if not value:
        raise at(file, line, f"{column} is empty")
    return value


def _number(row: dict[str, str], column: str, line: int, file: Path) -> float:
    text = _text(row, column, line, file)
    value = parse_number(text)
    if value is None or value < 0:
        raise at(file, line, f"{column} is {text[:40]!r}; it must be a number of 0 or more")
    return value
